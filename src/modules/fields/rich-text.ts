import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import type sanitize from 'sanitize-html'
import { escapeHtml, unescapeHtml } from '../../platform/html.ts'
import type { TextFormat } from './field-type.ts'
import { commonmarkToHtml } from './commonmark.ts'

/** A mention of another object in a text, for example `art #12` or `bug #lamps:12`. */
export interface TextReference {
  readonly keyword: string
  readonly value: string
  /** Short name or id of the project, if the reference names one. */
  readonly project: string | undefined
  /** The reference as typed. */
  readonly text: string
  /** Index of the reference in the searched text. */
  readonly index: number
}

/** Address of the object that a reference names; undefined if there is nothing to link to. */
export type LinkReference = (keyword: string, value: string, project?: string) => string | undefined

const MAX_KEYWORD = 100
// Segments joined by "/" (paths, branches), or one word. Every alternative reads a character at most twice.
const referenceTail = /#(?:([\w.-]{1,100}):)?((?:[\w.-]+\/)+[\w.-]*\w|\w+)/y

const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)

/** References in a text, in order: a word, one blank, "#", optionally a project and ":", then a value (svn.md §3.3). */
export const extractReferences = (text: string): TextReference[] => {
  const references: TextReference[] = []
  let from = 0
  for (let mark = text.indexOf(' #'); mark !== -1; mark = text.indexOf(' #', mark + 2)) {
    let start = mark
    while (start > from && mark - start <= MAX_KEYWORD && isWord(text.charCodeAt(start - 1))) start--
    if (start === mark || mark - start > MAX_KEYWORD) continue
    referenceTail.lastIndex = mark + 1
    const match = referenceTail.exec(text)
    if (!match) continue
    const end = referenceTail.lastIndex
    references.push({
      keyword: text.slice(start, mark),
      value: match[2] as string,
      project: match[1],
      text: text.slice(start, end),
      index: start,
    })
    from = end
  }
  return references
}

const htmlOptions: sanitize.IOptions = {
  allowedTags: (
    'a abbr b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure ' +
    'h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub summary sup ' +
    'table tbody td tfoot th thead tr u ul var'
  ).split(' '),
  // Neither id, name, class nor style: a text must not replace a part of the page (fields.md §3.2: sanitised).
  allowedAttributes: {
    a: ['href', 'title'],
    abbr: ['title'],
    code: ['class'],
    col: ['span'],
    colgroup: ['span'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start', 'type'],
    td: ['align', 'colspan', 'rowspan'],
    th: ['align', 'colspan', 'rowspan', 'scope'],
  },
  // The class names the language of a fenced block.
  allowedClasses: { code: [/^language-[\w+#-]{1,40}$/] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 100,
}

const require = createRequire(import.meta.url)
let loaded: typeof sanitize | undefined

/** Keeps formatting and removes everything active: scripts, handlers, styles, unusual addresses. */
export const sanitizeHtml = (html: string): string => {
  // The package has a hundred files, a tenth of what a command on trackers costs; few commands show a text.
  loaded ??= require('sanitize-html') as typeof sanitize
  return loaded(html, htmlOptions)
}

/**
 * Rendered HTML, split at its references. The cache can serve it to every reader, because links are added later: `parts[0] references[0]
 * parts[1] …`
 */
interface RenderedText {
  readonly parts: readonly string[]
  readonly references: readonly TextReference[]
  readonly size: number
}

/** Inside these elements a reference stays text. */
const opaque = new Set(['a', 'code', 'pre', 'kbd', 'samp'])

/** `html` comes from the sanitiser or from `escapeHtml`: every "<" begins a tag, and every tag ends at the next ">". */
const cutAtReferences = (html: string): RenderedText => {
  const parts: string[] = []
  const references: TextReference[] = []
  let cut = 0
  let depth = 0
  if (html.includes(' #')) {
    for (let at = 0; at < html.length;) {
      const open = html.indexOf('<', at)
      const textEnd = open === -1 ? html.length : open
      if (depth === 0 && textEnd > at) {
        for (const reference of extractReferences(html.slice(at, textEnd))) {
          const start = at + reference.index
          parts.push(html.slice(cut, start))
          references.push(reference)
          cut = start + reference.text.length
        }
      }
      if (open === -1) break
      const close = html.indexOf('>', open)
      const isEnd = html[open + 1] === '/'
      const name = /[a-z0-9]*/y
      name.lastIndex = open + (isEnd ? 2 : 1)
      if (opaque.has(name.exec(html)?.[0] ?? '')) depth += isEnd ? -1 : 1
      at = close === -1 ? html.length : close + 1
    }
  }
  parts.push(html.slice(cut))
  return { parts, references, size: html.length + references.length * 100 }
}

const address = /\bhttps?:\/\/[^\s<>"']+/gi

/** Converts text to HTML: escapes it, keeps line breaks, links addresses. */
const textToHtml = (text: string): string => {
  let html = ''
  let from = 0
  for (const match of text.matchAll(address)) {
    // Punctuation after an address belongs to the sentence.
    const url = match[0].replace(/[.,;:!?)\]]{1,10}$/, '')
    html += escapeHtml(text.slice(from, match.index)) + `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
    from = match.index + url.length
  }
  return (html + escapeHtml(text.slice(from))).replace(/\r?\n/g, '<br />\n')
}

const toSafeHtml: Readonly<Record<TextFormat, (content: string) => string>> = {
  text: textToHtml,
  html: sanitizeHtml,
  commonmark: content => sanitizeHtml(commonmarkToHtml(content)),
}

// Texts are read far more often than they change, so one rendering serves all readers. The size counts the characters of key and value.
const renderings = new LRUCache<string, RenderedText>({ maxSize: 16 * 1024 * 1024 })

const renderCached = (content: string, format: TextFormat): RenderedText => {
  const key = `${format}\n${content}`
  let result = renderings.get(key)
  if (!result) {
    result = cutAtReferences(toSafeHtml[format](content))
    renderings.set(key, result, { size: result.size + key.length })
  }
  return result
}

/** Renders a text as safe HTML, with links for the references for which `linkReference` returns an address. */
export const renderText = (content: string, format: TextFormat, linkReference?: LinkReference): string => {
  if (content === '') return ''
  const { parts, references } = renderCached(content, format)
  let html = parts[0] as string
  for (let index = 0; index < references.length; index++) {
    const { keyword, value, project, text } = references[index] as TextReference
    const href = linkReference?.(keyword, value, project)
    // The text of a reference holds no character that HTML would interpret.
    html += href === undefined ? text : `<a href="${escapeHtml(href)}" class="cross-reference">${text}</a>`
    html += parts[index + 1] as string
  }
  return html
}

/** Removes the links that `renderText` adds to references. */
export const withoutReferenceLinks = (html: string): string =>
  html.replace(/<a href="[^"]*" class="cross-reference">([^<]*)<\/a>/g, '$1')

/**
 * Whether this HTML is the rendering of that CommonMark source. If so, the client sent the entry back as it read it, and the entry means
 * the source (fields.md §3.17).
 */
export const isRenderingOf = (html: string, commonmark: string): boolean =>
  withoutReferenceLinks(html) === renderText(commonmark, 'commonmark')

const blockBoundary =
  /<\/?(?:blockquote|br|caption|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|p|pre|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b[^>]*>/g

/** The content of a text, without markup. */
export const plainText = (content: string, format: TextFormat): string => {
  if (format === 'text') return content
  const html = renderText(content, format)
  const text = html.includes('<') ? html.replace(blockBoundary, '\n').replace(/<[^>]*>/g, '') : html
  return unescapeHtml(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}
