// How the app is bundled, served while developing, and unit-tested.
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = process.env.GODOWN_ADDR ?? '127.0.0.1:8080'

/**
 * The modules are built beside this folder, and a page keeps what it has of them: the last that is new loads it anew.
 */
const rules: Plugin = {
  name: 'rules',
  configureServer({ watcher, ws, config }) {
    const built = resolve('../wasm/pkg')
    watcher.add(built)
    watcher.on('change', (file) => {
      if (!file.startsWith(built) || !file.endsWith('report-scalar/godown_wasm_bg.wasm')) return
      config.logger.info('the rules are new', { timestamp: true })
      ws.send({ type: 'full-reload' })
    })
  },
}

/**
 * The sign-in form that stands in the page is drawn before the app's styles and code are there: they come after it. A
 * module waits for the styles before it, so that nothing of the app is drawn without them.
 */
const behind: Plugin = {
  name: 'behind',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(page, { bundle = {} }) {
      const parts = page.match(/<link rel="stylesheet"[^>]*>|<script type="module"[^>]*><\/script>/g) ?? []
      const first = (part: string) => Number(part.startsWith('<script'))
      const moved = parts.toSorted((one, other) => first(one) - first(other))
      const bare = parts.reduce((rest, part) => rest.replace(part, ''), page)
      const ahead = Object.values(bundle).flatMap((file) => {
        if (file.type === 'chunk') return file.name === 'shell' ? [`/${file.fileName}`] : []
        if (!file.originalFileNames.some((one) => one.includes('wasm/pkg/form/'))) return []
        // The rules' first instance: src/core/index.ts names it so.
        return [`/${file.fileName}${file.fileName.endsWith('.js') ? '?form0' : ''}`]
      })
      return bare
        .replace('src="/standing.js"', `$& data-ahead="${ahead.join(' ')}"`)
        .replace('</body>', `${moved.join('\n    ')}\n  </body>`)
    },
  },
}

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** Names whatever some pages need before they are drawn, and nothing else: a file that brings them brings no other. */
function neededBy(name: string, pages: string[]) {
  const roots = pages.map((page) => resolve('src', page))
  let needed: Set<string> | undefined
  return (id: string, graph: Graph) => {
    if (!needed) {
      needed = new Set(roots)
      for (const one of needed) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) needed.add(next)
    }
    return needed.has(id) ? name : null
  }
}

export default defineConfig({
  plugins: [
    react(),
    rules,
    behind,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      // The page asks for it itself, once it knows that the browser trusts the address.
      injectRegister: null,
      registerType: 'prompt',
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{html,js,css,wasm,woff2,svg,png,webmanifest}'],
        // The module that tests load has no optimiser behind it.
        maximumFileSizeToCacheInBytes: 32 * 1024 * 1024,
      },
    }),
  ],
  // A worker loads the core's glue while it runs, which only modules can.
  worker: { format: 'es' },
  server: {
    // The wasm package is built beside this folder.
    fs: { allow: ['..'] },
    proxy: {
      '/api': `http://${server}`,
      '/healthz': `http://${server}`,
      '/readyz': `http://${server}`,
    },
  },
  build: {
    target: 'es2023',
    // Everything comes from files: the content security policy allows neither inline scripts nor data scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // All styles are one small file, in one order, and no page waits for another of its own.
    cssCodeSplit: false,
    // What pages share comes in few files: a hundred small ones cost a browser seconds before it shows anything.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: 'grid', test: /node_modules[\\/]ag-grid/, priority: 3 },
            { name: 'chart', test: /node_modules[\\/](echarts|zrender)/, priority: 3 },
            // Who signs in waits for nothing that is behind it. Before the shell: a group takes along all that it imports.
            { name: neededBy('session', ['features/session/SignIn.tsx']), priority: 2.5 },
            { name: 'shell', test: /src[\\/](app[\\/]shell|ui[\\/]MenuIcon)/, priority: 2 },
            // The first page of the day, then lists and the stock, come without what forms and documents are made of.
            { name: neededBy('first', ['features/dashboard/Dashboard.tsx']), priority: 1.2 },
            { name: neededBy('lists', ['features/stock/ViewStock.tsx', 'docs/DocList.tsx']), priority: 1.1 },
            { name: 'common', minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
    reportCompressedSize: true,
    // The tables and the charts are large, and only the pages that show them load them.
    chunkSizeWarningLimit: 1000,
  },
  test: {
    // A machine that builds beside it is slow: nothing here waits for the time.
    testTimeout: 60_000,
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
  },
})
