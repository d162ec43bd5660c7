import { invalidate, inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { Conflict, Invalid, NotFound, faultOf } from '../../../platform/errors.ts'
import type { Actor } from '../../users/index.ts'
import { insertLinkTypes, updateLinkTypeLabels, updateLinkTypeVisibility } from '../store/link-types.store.ts'
import { loadLinkTypes, type LinkType } from '../store/projects.store.ts'
import { actorOf } from '../store/write-projects.ts'

export type NewLinkType = Pick<LinkType, 'shortName' | 'forwardLabel' | 'reverseLabel'>

const MAX_NAME = 100
const MAX_LABEL = 255
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/

/** Why a link type cannot have this name. Names that begin with _ belong to the platform and its components. */
export const linkTypeNameFault = (name: string): string | undefined => {
  if (name.startsWith('_')) return 'names that begin with _ belong to the platform'
  if (!/^[A-Za-z][A-Za-z_]*$/.test(name))
    return 'a name is made of letters without accents and _, and begins with a letter'
  if (name.length > MAX_NAME) return `it is longer than ${MAX_NAME} characters`
  return undefined
}

const labelFault = (label: string): string | undefined => {
  if (label === '') return 'is empty'
  if (CONTROL.test(label)) return 'holds control characters or line breaks'
  if (label.length > MAX_LABEL) return `is longer than ${MAX_LABEL} characters`
  return undefined
}

/** Runs in the caller's transaction. Throws Conflict if a type of one of the names exists, compared without case. */
export const addLinkTypes = async (tx: Tx, types: readonly NewLinkType[], actor: Actor): Promise<void> => {
  if (types.length === 0) return
  const taken = await insertLinkTypes(tx, types)
  if (taken !== undefined) throw new Conflict(`There is a link type "${taken}" already.`)
  await appendEvents(
    tx,
    types.map(({ shortName, forwardLabel, reverseLabel }) => ({
      kind: 'link_type.created',
      ...actorOf(actor),
      payload: { short_name: shortName, forward_label: forwardLabel, reverse_label: reverseLabel },
    })),
  )
  await invalidate(tx, 'link_type', 0)
}

const trimmed = ({ shortName, forwardLabel, reverseLabel }: NewLinkType): NewLinkType => ({
  shortName: shortName.trim(),
  forwardLabel: forwardLabel.trim(),
  reverseLabel: reverseLabel.trim(),
})

const labelFaults = (type: NewLinkType) =>
  (['forwardLabel', 'reverseLabel'] as const).flatMap(name => {
    const fault = labelFault(type[name])
    const side = name === 'forwardLabel' ? 'forward' : 'reverse'
    return faultOf(`${side}_label`, fault === undefined ? undefined : `The ${side} label ${fault}.`)
  })

/** For all projects. */
export const createLinkType =
  (db: Db) =>
  async (actor: Actor, given: NewLinkType): Promise<void> => {
    const type = trimmed(given)
    const nameFault = linkTypeNameFault(type.shortName)
    const faults = [
      ...(nameFault === undefined
        ? []
        : faultOf('short_name', `A link type cannot be called "${type.shortName}": ${nameFault}.`)),
      ...labelFaults(type),
    ]
    if (faults.length > 0) throw new Invalid(faults)
    await inTransaction(db, tx => addLinkTypes(tx, [type], actor))
  }

/** Hierarchies, tests and other components use types of the platform themselves. */
const requireOwnType = async (tx: Tx, shortName: string, what: string): Promise<LinkType> => {
  const type = (await loadLinkTypes(tx)).get(shortName)
  if (!type) throw new NotFound(`There is no link type "${shortName}".`)
  if (shortName.startsWith('_'))
    throw new Invalid(`The link type "${shortName}" belongs to the platform: it cannot be ${what}.`, {
      reason: 'conflict',
    })
  return type
}

/** Labels of types that an import created are their names: archives hold none. */
export const setLinkTypeLabels =
  (db: Db) =>
  async (actor: Actor, given: NewLinkType): Promise<void> => {
    const type = trimmed(given)
    const faults = labelFaults(type)
    if (faults.length > 0) throw new Invalid(faults)
    await inTransaction(db, async tx => {
      const before = await requireOwnType(tx, type.shortName, 'relabelled')
      if (before.forwardLabel === type.forwardLabel && before.reverseLabel === type.reverseLabel) return
      await updateLinkTypeLabels(tx, type)
      await appendEvents(tx, [
        {
          kind: 'link_type.relabelled',
          ...actorOf(actor),
          payload: { short_name: type.shortName, forward_label: type.forwardLabel, reverse_label: type.reverseLabel },
        },
      ])
      await invalidate(tx, 'link_type', 0)
    })
  }

/** A hidden type cannot be given to new links, in any project. Links that have the type stay and are shown. */
export const setLinkTypeHidden =
  (db: Db) =>
  (actor: Actor, shortName: string, isHidden: boolean): Promise<void> =>
    inTransaction(db, async tx => {
      const type = await requireOwnType(tx, shortName, 'hidden')
      if (type.isHidden === isHidden) return
      await updateLinkTypeVisibility(tx, shortName, isHidden)
      await appendEvents(tx, [
        {
          kind: isHidden ? 'link_type.hidden' : 'link_type.shown',
          ...actorOf(actor),
          payload: { short_name: shortName },
        },
      ])
      await invalidate(tx, 'link_type', 0)
    })
