import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '../design/logo.tsx'
import { usePlatformName } from '../session/account.ts'
import './plain-layout.css'

export const PlainLayout = (): ReactNode => {
  const name = usePlatformName()
  return (
    <div className="plain-layout">
      <header>
        <Link to="/" className="plain-layout-brand">
          <Logo />
          <span>{name}</span>
        </Link>
      </header>
      <main className="plain-layout-card" id="main">
        <Outlet />
      </main>
    </div>
  )
}
