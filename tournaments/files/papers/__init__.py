"""What goes on paper: papers to sign as FIDE asks for them, and what is hung up, cut out and handed out."""
