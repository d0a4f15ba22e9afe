"""Drawing on paper: papers to sign as FIDE requires them, and papers to hang up, cut out and hand out."""
