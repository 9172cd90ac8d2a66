"""Every message between server and client. The TypeScript types are generated from these files."""

from skerry.service.messages.account import *
from skerry.service.messages.coach import *
from skerry.service.messages.daily import *
from skerry.service.messages.exercises import *
from skerry.service.messages.forecast import *
from skerry.service.messages.history import *
from skerry.service.messages.home import *
from skerry.service.messages.notifications import *
from skerry.service.messages.offers import *
from skerry.service.messages.people import *
from skerry.service.messages.playing import *
from skerry.service.messages.sandbox import *
from skerry.service.messages.seating import *
from skerry.service.messages.socket import *
from skerry.service.messages.values import *
from skerry.service.messages.viewing import *
