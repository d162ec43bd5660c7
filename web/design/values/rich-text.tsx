import { useEffect, useEffectEvent, useRef } from 'react'
import './rich-text.css'

export interface RichTextProps {
  readonly html: string
  readonly className?: string
  /** Takes the element after its HTML has changed. */
  readonly onShown?: (element: HTMLElement) => void
}

/**
 * HTML that the server has sanitised, or that the build has made of the guide: the only place of the pages that shows HTML. Links to other
 * hosts open without telling them the address of the page.
 */
export const RichText = ({ html, className = '', onShown }: RichTextProps) => {
  const element = useRef<HTMLDivElement>(null)
  const tell = useEffectEvent((shown: HTMLElement) => onShown?.(shown))
  useEffect(() => {
    // A picture without words is decoration to readers by ear; otherwise they hear its address.
    for (const picture of element.current?.querySelectorAll('img:not([alt])') ?? []) picture.setAttribute('alt', '')
    for (const link of element.current?.querySelectorAll('a') ?? []) {
      if (link.origin !== window.location.origin) {
        link.rel = 'noopener nofollow noreferrer'
        link.target = '_blank'
      }
    }
    if (element.current) tell(element.current)
  }, [html])
  return (
    <div ref={element} dir="auto" className={`rich-text ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
