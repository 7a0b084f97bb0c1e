// Emotion's cache for MUI: its styles stand in a layer below the app's own, so that a class on a component of MUI wins
// over whatever selectors MUI uses. index.html orders the layers before any style stands in one. MUI's `enableCssLayer`
// does the same, but knows no nonce.
import createCache, { type EmotionCache } from '@emotion/cache'
import { nonce } from './nonce'

export function layered(): EmotionCache {
  const cache = createCache({ key: 'mui', nonce: nonce() })
  const insert = cache.insert
  cache.insert = (selector, serialized, sheet, shouldCache) =>
    insert(selector, { ...serialized, styles: `@layer mui{${serialized.styles}}` }, sheet, shouldCache)
  return cache
}
