import { Lexer, Parser, Renderer, Tokenizer, getDefaults, type MarkedOptions, type Tokens } from 'marked'

// marked follows CommonMark, but some of its steps scan the rest of the paragraph for each mark, and nested marks make it recurse. 64 KiB
// of "*a_" keep it busy for a minute; 64 KiB of ">" overflow its stack. These limits are far above normal texts. A mark beyond a limit is
// shown as typed.
const MAX_DEPTH = 30
/** Maximum characters that the parser may scan in one text for the ends of emphases, comments and instructions. */
const SEARCH_WORK = 1_000_000
const ADDRESS_WINDOW = 400
/** Maximum characters of an underlined heading, in whole lines. */
const HEADING_WINDOW = 1_000

/** The beginning of a text, cut before a blank if there is one: not inside an address or a hard line break. */
const upToBlank = (src: string, length: number): string => {
  if (src.length <= length) return src
  let end = src.lastIndexOf(' ', length)
  while (end > 1 && src[end - 1] === ' ') end--
  return src.slice(0, end > 1 ? end : length)
}

/** The first lines of a text and the line after them, which may be the underline of a heading. */
const firstLines = (src: string, length: number): string => {
  if (src.length <= length) return src
  const lastLine = src.indexOf('\n', length)
  const end = lastLine === -1 ? -1 : src.indexOf('\n', lastLine + 1)
  return end === -1 ? src : src.slice(0, end + 1)
}

// For each "[", marked looks at up to 999 items inside the brackets; the label of a link has a few.
const { reflinkSearch } = Lexer.rules.inline.gfm
const referenceLinks = new RegExp(
  reflinkSearch.source.replaceAll('{0,999}', '{0,20}').replaceAll('{1,999}', '{1,200}'),
  reflinkSearch.flags,
)

class BoundedTokenizer extends Tokenizer {
  #depth = 0
  #work = 0

  #nested<Token>(tokenize: () => Token | undefined): Token | undefined {
    if (this.#depth >= MAX_DEPTH) return undefined
    this.#depth++
    try {
      return tokenize()
    } finally {
      this.#depth--
    }
  }

  #emphasis<Token extends { raw: string }>(src: string, tokenize: () => Token | undefined): Token | undefined {
    if (this.#work > SEARCH_WORK) return undefined
    const token = this.#nested(tokenize)
    this.#work += token ? token.raw.length : src.length
    return token
  }

  // These two methods look ahead for the "@" of an address. An address is at most this long.
  override url(src: string): Tokens.Link | undefined {
    return super.url(/^(?:https?:|ftp:|www\.)/i.test(src) ? src : src.slice(0, ADDRESS_WINDOW))
  }
  override inlineText(src: string): Tokens.Text | undefined {
    return super.inlineText(upToBlank(src, ADDRESS_WINDOW))
  }

  override tag(src: string): Tokens.Tag | undefined {
    const isSearch = src.startsWith('<!') || src.startsWith('<?')
    if (isSearch && this.#work > SEARCH_WORK) return undefined
    const token = super.tag(src)
    if (isSearch && !token) this.#work += src.length
    return token
  }

  // Inside a list each line is a text, and marked would scan each one to its end for the underline of a heading.
  override lheading(src: string): Tokens.Heading | undefined {
    return super.lheading(firstLines(src, HEADING_WINDOW))
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#nested(() => super.blockquote(src))
  }
  override list(src: string): Tokens.List | undefined {
    return this.#nested(() => super.list(src))
  }
  override link(src: string): Tokens.Link | Tokens.Image | undefined {
    return this.#nested(() => super.link(src))
  }
  override emStrong(src: string, masked: string, previous?: string): Tokens.Em | Tokens.Strong | undefined {
    return this.#emphasis(src, () => super.emStrong(src, masked, previous))
  }
  override del(src: string, masked: string, previous?: string): Tokens.Del | undefined {
    return this.#emphasis(src, () => super.del(src, masked, previous))
  }
}

class PlainRenderer extends Renderer {
  /** The sanitiser removes form elements, so a character stands for the checkbox of a task. */
  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? '☑ ' : '☐ '
  }
}

/** Converts CommonMark (with tables, strikethrough and bare addresses) to HTML. The HTML is not safe yet. */
export const commonmarkToHtml = (source: string): string => {
  const tokenizer = new BoundedTokenizer()
  const options: MarkedOptions = { ...getDefaults(), gfm: true, tokenizer, renderer: new PlainRenderer() }
  const lexer = new Lexer(options)
  tokenizer.rules = { ...tokenizer.rules, inline: { ...tokenizer.rules.inline, reflinkSearch: referenceLinks } }
  return Parser.parse(lexer.lex(source), options)
}
