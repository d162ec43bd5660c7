import type { Artifact } from './artifact-queries.ts'

const MAX_SLUG = 48

/** `foghorn-sounds-twice`: letters and digits of the title, for the name of a branch. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '')

export interface CopyTexts {
  readonly address: string
  readonly markdown: string
  readonly branch: string
  readonly curl: string
}

/** An artifact in other words, for the clipboard. */
export const copyTexts = ({ id, xref, title }: Pick<Artifact, 'id' | 'xref' | 'title'>): CopyTexts => {
  const { origin } = window.location
  const address = `${origin}/artifacts/${id}`
  const words = (title ?? '').replace(/[[\]\\]/g, '\\$&')
  return {
    address,
    markdown: `[${xref}${words === '' ? '' : ` ${words}`}](${address})`,
    branch: [xref.replace(/\s*#/, '-'), slugOf(title ?? '')].filter(part => part !== '').join('-'),
    curl: `curl -H "X-Auth-AccessKey: $CROCUS_KEY" "${origin}/api/artifacts/${id}"`,
  }
}
