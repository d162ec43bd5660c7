import { useEffect, useRef } from 'react'
import './rich-text.css'

/**
 * HTML that the server has sanitised: the only place of the pages that shows HTML. Links to other hosts open without telling them the
 * address of the page.
 */
export const RichText = ({ html, className = '' }: { readonly html: string; readonly className?: string }) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const link of element.current?.querySelectorAll('a') ?? []) {
      if (link.origin !== window.location.origin) {
        link.rel = 'noopener nofollow noreferrer'
        link.target = '_blank'
      }
    }
  }, [html])
  return (
    <div ref={element} dir="auto" className={`rich-text ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
