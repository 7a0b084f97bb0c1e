// A page asks the shell for the list of keyboard shortcuts.
import { topic } from '../net/observable'

export const shortcutsWanted = topic<void>()

export const askForShortcuts = () => shortcutsWanted.tell()
