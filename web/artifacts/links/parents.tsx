import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconChevronRight } from '../../design/icons.tsx'
import { TrackerSquare } from '../../design/values/value.tsx'
import { valueColour } from '../../design/values/value-colour.ts'
import { useArtifact } from '../artifact-context.tsx'
import type { Artifact } from '../artifact-queries.ts'
import { titleOf } from '../words.ts'
import { firstLinkedIds, linkedQuery, parentIdsOf } from './link-queries.ts'
import './links.css'

/** The parents of the artifact that the reader sees, the top one first; above three of them stands an ellipsis. */
export const Parents = () => {
  const { t } = useLingui()
  const { id, artifact } = useArtifact()
  const near = useQuery(linkedQuery(id, firstLinkedIds(artifact))).data
  const parent = firstOf(parentIdsOf(artifact), near, [id])
  const above = parentIdsOf(parent)
  const grandparent = firstOf(above, useQuery(linkedQuery(id, above)).data, [id, parent?.id])
  const high = parentIdsOf(grandparent)
  const top = firstOf(high, useQuery(linkedQuery(id, high)).data, [id, parent?.id, grandparent?.id])
  const chain = [top, grandparent, parent].filter(each => each !== undefined)
  if (parentIdsOf(artifact).length === 0) return null
  // Their line is there before they are, so that nothing moves.
  if (chain.length === 0) return near ? null : <div className="parents" />
  return (
    <nav className="parents" aria-label={t`Parents`}>
      {parentIdsOf(top).length > 0 && <span aria-hidden="true">… </span>}
      <ol>
        {chain.map((each, index) => (
          <li key={each.id}>
            {index > 0 && <IconChevronRight />}
            <TrackerSquare colour={valueColour(each.tracker.color_name)} />
            <Link to="/artifacts/$id" params={{ id: String(each.id) }} className="cut" dir="auto" title={each.xref}>
              {titleOf(each)}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The first of the ids that the reader sees and that does not stand in the chain: cycles end. */
const firstOf = (
  ids: readonly number[],
  found: ReadonlyMap<number, Artifact> | undefined,
  below: readonly (number | undefined)[],
): Artifact | undefined => {
  for (const id of ids) {
    const artifact = below.includes(id) ? undefined : found?.get(id)
    if (artifact) return artifact
  }
  return undefined
}
