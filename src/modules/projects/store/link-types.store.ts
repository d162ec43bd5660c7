import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import type { LinkType } from './projects.store.ts'

/** Appends the types in their order. If a name is taken, returns the first such name; the caller then rolls back. */
export const insertLinkTypes = async (
  tx: Tx,
  types: readonly Pick<LinkType, 'shortName' | 'forwardLabel' | 'reverseLabel'>[],
): Promise<string | undefined> => {
  // One transaction at a time: if two names differ only by case, the second transaction sees the first name.
  await sql`lock table link_type in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ short_name: string }>`
    insert into link_type (short_name, forward_label, reverse_label, rank)
    select t.short_name, t.forward_label, t.reverse_label, (select coalesce(max(rank), 0) from link_type) + t.place
    from unnest(${types.map(type => type.shortName)}::text[], ${types.map(type => type.forwardLabel)}::text[],
      ${types.map(type => type.reverseLabel)}::text[]) with ordinality as t(short_name, forward_label, reverse_label, place)
    where not exists (select 1 from link_type other where lower(other.short_name) = lower(t.short_name))
    returning short_name`.execute(tx)
  const made = new Set(rows.map(row => row.short_name))
  return types.find(({ shortName }) => !made.has(shortName))?.shortName
}

export const updateLinkTypeLabels = async (
  tx: Tx,
  { shortName, forwardLabel, reverseLabel }: Pick<LinkType, 'shortName' | 'forwardLabel' | 'reverseLabel'>,
): Promise<void> => {
  await sql`update link_type set forward_label = ${forwardLabel}, reverse_label = ${reverseLabel}
    where short_name = ${shortName}`.execute(tx)
}

export const updateLinkTypeVisibility = async (tx: Tx, shortName: string, isHidden: boolean): Promise<void> => {
  await sql`update link_type set is_hidden = ${isHidden} where short_name = ${shortName}`.execute(tx)
}
