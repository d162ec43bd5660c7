// `@login` in a text becomes the name of the account. The server tells everybody the names of accounts (`GET /users`).
import type { QueryClient } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/api.ts'

/** As the server finds them in comments. */
const MENTION = /(?<![\w.@/-])@([A-Za-z][\w.-]{2,29})/g
/** Elements in which a login stays as it is written. */
const OPAQUE = 'a, code, pre, kbd, samp, .mention'
/** More of them in one question are refused. */
const MAX_LOGINS = 50
const FRESH_MS = 10 * 60_000

/** Replaces the logins of accounts in an element by their names. Other words with the sign stay. */
export const showMentions = async (queries: QueryClient, element: HTMLElement): Promise<void> => {
  const logins = new Set(
    textsOf(element).flatMap(text => mentionsIn(text.data).map(({ login }) => login.toLowerCase())),
  )
  const names = new Map<string, string>()
  await Promise.all(
    [...logins].map(async login => {
      const name = await queries.ensureQueryData({
        queryKey: ['name of login', login],
        queryFn: () => askForName(login),
        gcTime: FRESH_MS,
        meta: { isSignedOutFine: true },
      })
      if (name !== null) names.set(login, name)
    }),
  ).catch(() => {
    // Without an answer the text keeps the logins.
  })
  // Once more: the text may have changed since.
  for (const text of textsOf(element))
    for (const { login, index } of mentionsIn(text.data).toReversed()) {
      const name = names.get(login.toLowerCase())
      if (name === undefined) continue
      const mention = text.splitText(index)
      mention.splitText(1 + login.length)
      mention.replaceWith(chipOf(login, name))
    }
}

const textsOf = (element: HTMLElement): Text[] => {
  const texts: Text[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && node.parentElement?.closest(OPAQUE) === null) texts.push(node)
  return texts
}

interface Mention {
  /** As it is written. */
  readonly login: string
  /** Place of the sign. */
  readonly index: number
}

const mentionsIn = (text: string): readonly Mention[] =>
  // Punctuation after a login belongs to the sentence.
  [...text.matchAll(MENTION)].map(({ 1: login = '', index }) => ({ login: login.replace(/[.-]+$/, ''), index }))

const chipOf = (login: string, name: string): HTMLElement => {
  const chip = document.createElement('bdi')
  chip.className = 'mention'
  chip.title = `@${login}`
  chip.textContent = `@${name}`
  return chip
}

interface Batch {
  readonly logins: Set<string>
  readonly names: Promise<ReadonlyMap<string, string>>
}

let batch: Batch | undefined

/** One request for all texts that are shown together. Null: there is no such account. */
const askForName = async (login: string): Promise<string | null> => {
  batch ??= startBatch()
  batch.logins.add(login)
  return (await batch.names).get(login) ?? null
}

const startBatch = (): Batch => {
  const logins = new Set<string>()
  const read = async () => {
    await new Promise(resolve => setTimeout(resolve))
    batch = undefined
    return readNames([...logins])
  }
  return { logins, names: read() }
}

const readNames = async (logins: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  for (let from = 0; from < logins.length; from += MAX_LOGINS) {
    const query = JSON.stringify({ username: logins.slice(from, from + MAX_LOGINS) })
    for (const { username, real_name } of await bodyOf(api.GET('/users', { params: { query: { query } } })))
      if (username !== null) names.set(username.toLowerCase(), real_name || username)
  }
  return names
}
