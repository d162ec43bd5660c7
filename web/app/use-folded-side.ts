import { useState } from 'react'

const KEY = 'crocus side'

type Kind = 'full' | 'normal'

const read = (kind: Kind): boolean => {
  try {
    const stored = localStorage.getItem(`${KEY} ${kind}`)
    // A table needs the width.
    return stored === null ? kind === 'full' : stored === 'folded'
  } catch {
    return kind === 'full'
  }
}

/** Whether the column at the side shows icons only. Pages of tables and other pages remember it apart. */
export const useFoldedSide = (kind: Kind): readonly [isFolded: boolean, toggle: () => void] => {
  const [folded, setFolded] = useState({ full: read('full'), normal: read('normal') })
  const toggle = () => {
    const next = !folded[kind]
    setFolded({ ...folded, [kind]: next })
    try {
      localStorage.setItem(`${KEY} ${kind}`, next ? 'folded' : 'open')
    } catch {
      // A browser that refuses to store forgets it with the page.
    }
  }
  return [folded[kind], toggle]
}
