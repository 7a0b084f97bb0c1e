// The name of a browser, in words by which people know their own devices.
import { say } from '../../words/say'

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, say('Samsung Internet')],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, say('iPhone or iPad')],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

export function deviceOf(agent: string): { name: string; phone: boolean } {
  const find = (all: [RegExp, string][]) => all.find(([form]) => form.test(agent))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  const name =
    browser && system
      ? say('{browser} on {system}', { browser, system })
      : (browser ?? system ?? (agent ? agent.split(/[/ ]/)[0]! : say('Another program')))
  return { name, phone: /iPhone|Android.*Mobile/.test(agent) }
}
