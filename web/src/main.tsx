// Starts the app: theme, store, styles with the page's nonce, then the routes.
// Before all other styles: it orders the layers.
import './theme/base.css'
import './theme/phone.css'
import './theme/tables.css'
import './theme/grid.css'
import './theme/utilities.css'
import './theme/edges.css'
import './theme/tiles.css'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import { StrictMode, useLayoutEffect, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { App } from './app/App'
import { install } from './sync/install'
import { store } from './sync/store'
import { shownTheme, useTheme } from './sync/theme'
import { applyRoles, muiTheme } from './theme/apply'
import { layered } from './theme/layered'
import { Announcer } from './ui/announce'
import { passOverSelects } from './ui/ctrlEnter'
import { Toasts } from './ui/Toasts'

const styles = layered()
applyRoles(shownTheme())

function Themed() {
  const name = useTheme()
  useLayoutEffect(() => applyRoles(name), [name])
  const theme = useMemo(() => muiTheme(name), [name])
  return (
    <ThemeProvider theme={theme}>
      <App />
      <Toasts />
      <Announcer />
    </ThemeProvider>
  )
}

install()
passOverSelects()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={styles}>
        <Provider store={store}>
          <Themed />
        </Provider>
      </CacheProvider>
    </StrictMode>,
  )
}
