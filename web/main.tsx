// Where the pages begin: language and theme first, then the router.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './design/tokens.css'
import './design/base.css'
import { isApiError } from './api/api-error.ts'
import { App } from './app/app.tsx'
import { startAppearance } from './session/appearance.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

await startAppearance()
createRoot(root, {
  // A refusal is said on the page; what else a page catches is a mistake of ours.
  onCaughtError: error => isApiError(error) || console.error(error),
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
