"""Keeping the place fair and civil: reports and cases, sanctions and appeals, roles, the trail of what staff did."""
