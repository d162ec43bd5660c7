import './person.css'

const COLOURS = 8

/** The first letters of the first and the last word of the name. */
export const initialsOf = (name: string): string => {
  const words = name.split(/[\s._-]+/u).filter(word => /\p{L}|\p{N}/u.test(word))
  const [first] = words
  if (first === undefined) return '?'
  const last = words.length > 1 ? words.at(-1) : undefined
  return [first, last ?? '']
    .map(word => [...word].find(letter => /\p{L}|\p{N}/u.test(letter)) ?? '')
    .join('')
    .toLocaleUpperCase()
}

export interface InitialsProps {
  readonly name: string
  /** The colour follows the id, so that it is the same everywhere. */
  readonly id: number | null
  readonly size?: 20 | 28 | 56
}

/** The letters of a person on a colour of their own: a picture, which the styles draw. The name stands beside it, or is its title. */
export const Initials = ({ name, id, size = 20 }: InitialsProps) => (
  <span
    className="initials"
    data-letters={initialsOf(name)}
    data-person={((id ?? 0) % COLOURS) + 1}
    data-size={size}
    aria-hidden="true"
  />
)

/** A person in a row or a value: initials and name. */
export const PersonName = ({ name, id, size = 20 }: InitialsProps) => (
  <span className="person-name">
    <Initials name={name} id={id} size={size} />
    <bdi className="cut">{name}</bdi>
  </span>
)
