"""The four Combat Operations (000:1607-1705, section 2.22), one file for each.

Which of them the Command Decision of that name is, the Mission card says (OWM-MISS-02).
"""
