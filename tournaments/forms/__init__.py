"""What people send, checked field by field; what the rules refuse is the services' business."""
