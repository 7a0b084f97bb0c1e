// People of other firms: what they are shown, what they are refused, and how they get in.
import { paths } from '../src/paths'
import { startMailbox } from './support/mail'
import { expect, test } from './support/test'
