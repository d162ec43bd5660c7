import type { XmlElement } from '../../../platform/xml/node.ts'
import { fieldType, type Field, type LegacyColor } from '../../fields/index.ts'
import type { Tracker } from '../model/tracker.ts'
import { optional, optionalText, textElement, valueRef } from './elements.ts'
import type { TrackerExportContext } from './export-context.ts'
import { fieldKey, inArchive, valueKey } from './export-names.ts'

export const exportFormElements = (tracker: Tracker, context: TrackerExportContext): XmlElement[] =>
  exportElements(tracker, elementTree(tracker), context)

interface ElementNode {
  readonly field: Field
  readonly content: readonly ElementNode[]
}

/** In the order of their ids. */
const elementTree = (tracker: Tracker): ElementNode[] => {
  const children = new Map<number | null, Field[]>()
  for (const field of tracker.fields) {
    const siblings = children.get(field.parentId)
    if (siblings) siblings.push(field)
    else children.set(field.parentId, [field])
  }
  const level = (parentId: number | null): ElementNode[] =>
    (children.get(parentId) ?? [])
      .toSorted((left, right) => left.id - right.id)
      .map(field => ({ field, content: level(field.id) }))
  return level(null)
}

const exportElements = (tracker: Tracker, nodes: readonly ElementNode[], context: TrackerExportContext): XmlElement[] =>
  nodes.map(({ field, content }) => exportElement(tracker, inArchive(field), content, context))

const exportElement = (
  tracker: Tracker,
  field: Field,
  content: readonly ElementNode[],
  context: TrackerExportContext,
): XmlElement => {
  const type = fieldType(field.type)
  const properties = type.exportSettings(field)
  return {
    name: type.family === 'external' ? 'externalField' : 'formElement',
    attributes: {
      type: field.type,
      ID: fieldKey(field.id),
      rank: field.rank,
      use_it: field.isUsed ? undefined : '0',
      required: field.isRequired ? '1' : undefined,
      notifications: field.hasNotifications ? '1' : undefined,
    },
    children: [
      textElement('name', field.name),
      textElement('label', field.label),
      ...optionalText('description', field.description),
      ...(Object.keys(properties).length > 0 ? [{ name: 'properties', attributes: properties }] : []),
      ...(field.bind ? [exportBind(field, field.bind, context)] : []),
      ...optional('formElements', exportElements(tracker, content, context)),
    ],
  }
}

const exportBind = (field: Field, bind: NonNullable<Field['bind']>, context: TrackerExportContext): XmlElement => {
  const none = decorator(undefined, field.noneColorName, field.noneLegacyColor)
  switch (bind.type) {
    case 'static':
      return bindElement(
        { type: 'static', is_rank_alpha: bind.isRankAlpha ? '1' : '0' },
        bind.values.map(({ id, label, description, isHidden }) => ({
          name: 'item',
          // Readers with a grammar refuse an empty label.
          attributes: { ID: valueKey(id), label: label || valueKey(id), is_hidden: isHidden ? '1' : undefined },
          children: optionalText('description', description),
        })),
        [...none, ...bind.values.flatMap(value => decorator(value.id, value.colorName, value.legacyColor))],
        bind.values.filter(value => value.isDefault).map(value => valueRef('value', value.id)),
      )
    case 'users':
      return bindElement(
        { type: 'users' },
        bind.functions.map(label => ({ name: 'item', attributes: { label } })),
        none,
        bind.defaultUserIds.map(id => ({ ...context.userReference(id), name: 'value' })),
      )
    case 'ugroups':
      return bindElement(
        { type: 'ugroups' },
        bind.values.map(({ id, groupId, isHidden }) => ({
          name: 'item',
          attributes: { ID: valueKey(id), label: context.groups.of(groupId), is_hidden: isHidden ? '1' : undefined },
        })),
        none,
        bind.values.filter(value => value.isDefault).map(value => valueRef('value', value.id)),
      )
  }
}

const bindElement = (
  attributes: Readonly<Record<string, string>>,
  items: readonly XmlElement[],
  decorators: readonly XmlElement[],
  defaults: readonly XmlElement[],
): XmlElement => ({
  name: 'bind',
  attributes,
  children: [
    ...optional('items', items),
    ...optional('decorators', decorators),
    ...optional('default_values', defaults),
  ],
})

/** Without a value it is the colour of None. */
const decorator = (
  valueId: number | undefined,
  colorName: string | null,
  legacyColor: LegacyColor | null,
): XmlElement[] => {
  const REF = valueId === undefined ? undefined : valueKey(valueId)
  if (colorName !== null) return [{ name: 'decorator', attributes: { REF, tlp_color_name: colorName } }]
  return legacyColor ? [{ name: 'decorator', attributes: { REF, ...legacyColor } }] : []
}
