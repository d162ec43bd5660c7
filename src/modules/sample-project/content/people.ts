/** A person of the sample team; `me` is the account that creates the project. */
export type PersonKey = 'amara' | 'mateusz' | 'leila' | 'tomas' | 'hanna'
export type Author = PersonKey | 'me'

export interface Person {
  readonly key: PersonKey
  /** Wanted login; the operation appends a number if the platform has it. */
  readonly login: string
  readonly realName: string
}

export const people: readonly Person[] = [
  { key: 'amara', login: 'amara.okafor', realName: 'Amara Okafor' },
  { key: 'mateusz', login: 'mateusz.wieczorek', realName: 'Mateusz Wieczorek' },
  { key: 'leila', login: 'leila.haddad', realName: 'Leila Haddad' },
  { key: 'tomas', login: 'tomas.arriaga', realName: 'Tomás Arriaga' },
  { key: 'hanna', login: 'hanna.lindgren', realName: 'Hanna Lindgren' },
]
