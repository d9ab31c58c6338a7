"""Going on without a seat that owes its entry: three and four seats only.

Nothing in here is made in a match of two; `door` is the way in. One seat proposes it (DROP), the
others agree (DROP) or show that the entry is there (KEEP):

                     +--- a DROP of each other seat ---> DROPPED: the step ends without it
    OWES --DROP--> ASKED
      |              +--- a KEEP, with the entry ------> REFUTED: the entry counts; whoever had
      +--- a KEEP that comes before any DROP ------------^        proposed may now propose another

`votes` reads a DROP or KEEP, `drops` keeps who has said what, `leaving` is what a match does about
it, `redeal` makes a new deck out of which the hands of those who remain go on.
"""
