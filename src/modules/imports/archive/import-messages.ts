import { ownText, type XmlNode } from '../../../platform/xml/node.ts'

/** The element or line that a message refers to. */
export interface MessageLocation {
  readonly file: string
  readonly line: number
}

export interface ImportMessage {
  /** An error prevents the whole import; a warning reports a part that was left out or changed. */
  readonly level: 'error' | 'warning'
  readonly text: string
  readonly file?: string
  /** Counted from 1; absent if the message is about the whole file. */
  readonly line?: number
  /** Number of further occurrences after this place. */
  readonly repeated?: number
}

/** Maximum messages: nobody reads more, and a hostile archive could cause millions. */
const MAX_MESSAGES = 5000

/**
 * The messages about an archive. All errors are collected, so that one run shows all of them (import.md §12). A message that would repeat
 * for every element of a kind is stored once, with the number of occurrences.
 */
export class Messages {
  readonly #messages: {
    level: 'error' | 'warning'
    text: string
    place: MessageLocation | undefined
    repeated: number
    key: string | undefined
  }[] = []
  readonly #byKey = new Map<string, { repeated: number }>()
  #errors = 0
  #left = 0
  #isSilent = false

  error(place: MessageLocation | XmlNode | undefined, text: string, key?: string): void {
    this.#errors++
    this.#add('error', place, text, key)
  }

  warn(place: MessageLocation | XmlNode | undefined, text: string, key?: string): void {
    this.#add('warning', place, text, key)
  }

  get hasErrors(): boolean {
    return this.#errors > 0
  }

  get errorCount(): number {
    return this.#errors
  }

  /** Ignores further messages: a second pass through the archive would repeat them. */
  close(): void {
    this.#isSilent = true
  }

  /** Errors first; then by file and line. */
  list(): ImportMessage[] {
    const files = [...new Set(this.#messages.map(message => message.place?.file))]
    const sorted = [...this.#messages].sort(
      (one, other) =>
        one.level.localeCompare(other.level) ||
        files.indexOf(one.place?.file) - files.indexOf(other.place?.file) ||
        (one.place?.line ?? 0) - (other.place?.line ?? 0),
    )
    const left: ImportMessage[] =
      this.#left === 0 ? [] : [{ level: 'warning', text: `${this.#left} more messages are not shown` }]
    const told = sorted.map(({ level, text, place, repeated }) => ({
      level,
      text,
      ...(place === undefined ? {} : { file: place.file }),
      ...(place === undefined || place.line === 0 ? {} : { line: place.line }),
      ...(repeated === 0 ? {} : { repeated }),
    }))
    return [...told, ...left]
  }

  /** Adds all messages of another collection. */
  takeOver(other: Messages): void {
    for (const { level, text, place, repeated, key } of other.#messages) {
      if (level === 'error') this.error(place, text, key)
      else this.warn(place, text, key)
      for (let times = 0; key !== undefined && times < repeated; times++) this.#add(level, place, text, key)
    }
    this.#left += other.#left
    this.#errors += other.#errors - other.#messages.filter(({ level }) => level === 'error').length
  }

  #add(level: 'error' | 'warning', place: MessageLocation | undefined, text: string, key?: string): void {
    if (this.#isSilent) return
    const id = key === undefined ? `${level}\0${place?.file}\0${place?.line}\0${text}` : `${level}\0${key}`
    const known = this.#byKey.get(id)
    if (known) {
      if (key !== undefined) known.repeated++
      return
    }
    // Keeps room for errors.
    if (this.#messages.length >= (level === 'error' ? 2 * MAX_MESSAGES : MAX_MESSAGES)) {
      this.#left++
      return
    }
    const message = {
      level,
      text: ownText(text),
      place: place && { file: place.file, line: place.line },
      repeated: 0,
      key,
    }
    this.#byKey.set(id, message)
    this.#messages.push(message)
  }
}

/** `project.xml:12: …`, as a terminal shows it. */
export const formatMessage = (message: ImportMessage): string => {
  const place =
    message.file === undefined ? '' : `${message.file}${message.line === undefined ? '' : `:${message.line}`}: `
  const repeated = message.repeated === undefined ? '' : ` (and ${message.repeated} more like this)`
  return `${message.level}: ${place}${message.text}${repeated}`
}
