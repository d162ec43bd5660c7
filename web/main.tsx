// Where the pages begin: language and theme first, then the router.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './design/tokens.css'
import './design/base.css'
import { App } from './app/app.tsx'
import { startAppearance } from './session/appearance.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

await startAppearance()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
