// Starts the pages: language and theme first, then the router.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './design/font.css'
import './design/tokens.css'
import './design/base.css'
import { isApiError } from './api/api-error.ts'
import { App } from './app/app.tsx'
import { collectEarlyKeys } from './commands/early-keys.ts'
import { startAppearance } from './session/appearance.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

collectEarlyKeys()
await startAppearance()
createRoot(root, {
  // The page shows a refusal itself; every other caught error is a bug.
  onCaughtError: error => isApiError(error) || console.error(error),
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
