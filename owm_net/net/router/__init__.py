"""Asking the own router to let friends in: PCP, NAT-PMP, UPnP."""
