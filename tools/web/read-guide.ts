// The guide for people (docs/guide): Markdown that is read as it stands in the repository, and that the pages show at /help.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'

export interface GuideSection {
  /** Id of its heading; empty: the part before the first heading below the title. */
  readonly id: string
  readonly heading: string
  readonly text: string
}

export interface GuidePage {
  /** Name of the file without its ending, and last part of the address. */
  readonly name: string
  readonly title: string
  /** Without the title. Pictures have the address `picture:<file>`; each light one has a dark one beside it. */
  readonly html: string
  readonly sections: readonly GuideSection[]
}

export interface Guide {
  readonly files: readonly string[]
  readonly pages: readonly GuidePage[]
  /** Files of docs/pictures. */
  readonly pictures: readonly string[]
}

const DOCS = join(import.meta.dirname, '../../docs')
export const PICTURES = join(DOCS, 'pictures')
const GUIDE = join(DOCS, 'guide')
const CONTENTS = join(GUIDE, 'README.md')

/** The pages in the order of the contents (docs/guide/README.md). Throws on a link that leads nowhere. */
export const readGuide = async (): Promise<Guide> => {
  const contents = await readFile(CONTENTS, 'utf8')
  const names = [...contents.matchAll(/^\d+\. \[.+\]\((.+)\.md\)$/gm)].map(([, name = '']) => name)
  const read = await Promise.all(names.map(readPage))
  const pages = read.map(({ page }) => page)
  for (const { page, links } of read) for (const link of links) requireTarget(page, link, pages)
  return {
    files: [CONTENTS, ...names.map(fileOf)],
    pages,
    pictures: [...new Set(read.flatMap(({ pictures }) => pictures))],
  }
}

const fileOf = (name: string): string => join(GUIDE, `${name}.md`)

/** As GitHub makes the ids of headings. */
const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

interface ReadPage {
  readonly page: GuidePage
  /** To other pages of the guide: `tables.md#queries-as-text`. */
  readonly links: readonly string[]
  readonly pictures: readonly string[]
}

const readPage = async (name: string): Promise<ReadPage> => {
  const links: string[] = []
  const pictures: string[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        if (href.startsWith('https://')) return `<a href="${href}">${words}</a>`
        links.push(href)
        return `<a href="/help/${href.replace('.md', '')}">${words}</a>`
      },
      image({ href, text }) {
        const file = href.replace('../pictures/', '')
        const dark = file.replace('-light.', '-dark.')
        pictures.push(file, dark)
        const source = `<source srcset="picture:${dark}" media="(prefers-color-scheme: dark)">`
        return `<picture>${source}<img src="picture:${file}" alt="${text}" loading="lazy"></picture>`
      },
    },
  })
  const [first, ...tokens] = marked.lexer(await readFile(fileOf(name), 'utf8'))
  if (first?.type !== 'heading' || first['depth'] !== 1) throw new Error(`${name}.md must begin with its title`)
  const html = marked.parser(tokens)
  return { page: { name, title: String(first['text']), html, sections: sectionsOf(marked, tokens) }, links, pictures }
}

const sectionsOf = (marked: Marked, tokens: readonly Token[]): GuideSection[] => {
  const sections: { id: string; heading: string; text: string }[] = [{ id: '', heading: '', text: '' }]
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = (token as Tokens.Heading).text
      sections.push({ id: idOf(heading), heading, text: '' })
      continue
    }
    const section = sections.at(-1)
    if (section) section.text += `${textOf(marked.parser([token]))} `
  }
  return sections.map(section => ({ ...section, text: section.text.trim() })).filter(({ text }) => text !== '')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, entity => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()

const requireTarget = (page: GuidePage, link: string, pages: readonly GuidePage[]): void => {
  const [file = '', id] = link.split('#')
  const target = file === '' ? page : pages.find(({ name }) => `${name}.md` === file)
  if (!target || (id !== undefined && !target.html.includes(` id="${id}"`)))
    throw new Error(`docs/guide/${page.name}.md: the link ${link} leads nowhere`)
}
