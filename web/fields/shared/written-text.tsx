import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { RichText, type RichTextProps } from '../../design/values/rich-text.tsx'

/**
 * A text that somebody wrote, as the server renders it. The page shows the logins of people in it by their names, and follows references
 * to artifacts without loading itself again.
 */
export const WrittenText = (props: Omit<RichTextProps, 'onShown'>) => {
  const queries = useQueryClient()
  const router = useRouter()
  const prepare = (element: HTMLElement): void => {
    for (const link of element.querySelectorAll<HTMLAnchorElement>('a.cross-reference[href^="/goto?"]'))
      link.onclick = event => {
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void router.navigate({ href: link.pathname + link.search })
      }
    if (props.html.includes('@'))
      void import('../markdown/mentions.ts').then(({ showMentions }) => showMentions(queries, element))
  }
  return <RichText {...props} onShown={prepare} />
}
