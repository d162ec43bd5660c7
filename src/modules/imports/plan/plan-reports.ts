import { childNamed, childrenNamed, childText, isTrue, type XmlNode } from '../../../platform/xml/node.ts'
import type { NewCriterion, NewReport, NewTableRenderer } from '../../trackers/index.ts'
import { elementOf, isStaticList, valueOf, type DeclaredKeys } from '../archive/declared-keys.ts'
import type { Messages } from '../archive/import-messages.ts'

export interface ReportContext {
  readonly keys: DeclaredKeys
  readonly messages: Messages
  readonly trackerKey: string
}

const DEFAULT_CHUNK_SIZE = 15

const reportNodes = (container: XmlNode | undefined): readonly XmlNode[] =>
  (container?.children ?? []).filter(node => node.name === 'report')

/** The key of a report in a plan; archives need not give reports keys. */
export const reportKey = (trackerKey: string, index: number): string => `${trackerKey} report ${index}`

/** Keys that `planReports` gives the reports of a tracker, by their ids in the archive. */
export const reportKeys = (container: XmlNode | undefined, trackerKey: string): ReadonlyMap<string, string> =>
  new Map(
    reportNodes(container).flatMap((node, index) => {
      const id = (node.attributes['id'] ?? '').trim()
      return id === '' ? [] : [[id, reportKey(trackerKey, index)] as const]
    }),
  )

/** Reports of a tracker, all public (import.md §5.9). Keys of renderers are ignored: no imported element refers to them. */
export const planReports = (container: XmlNode | undefined, context: ReportContext): NewReport[] =>
  reportNodes(container).map((node, index) => {
    const key = reportKey(context.trackerKey, index)
    return {
      key,
      name: childText(node, 'name'),
      description: childText(node, 'description'),
      isDefault: isTrue(node.attributes['is_default']?.trim()),
      isQueryDisplayed:
        node.attributes['is_query_displayed'] === undefined || isTrue(node.attributes['is_query_displayed'].trim()),
      isInExpertMode: isTrue(node.attributes['is_in_expert_mode']?.trim()),
      expertQuery: (node.attributes['expert_query'] ?? '').trim(),
      criteria: planCriteria(childNamed(node, 'criterias'), context),
      renderers: planRenderers(childNamed(node, 'renderers'), key, context),
    }
  })

const planCriteria = (container: XmlNode | undefined, context: ReportContext): NewCriterion[] =>
  (container?.children ?? [])
    .filter(node => node.name === 'criteria')
    .map((node, index) => ({ node, rank: Number(node.attributes['rank'] ?? index) }))
    .sort((one, other) => one.rank - other.rank || 0)
    .flatMap(({ node }): NewCriterion[] => {
      const reference = childNamed(node, 'field')
      const field =
        reference &&
        elementOf(reference, context.trackerKey, context, { isStrict: false, loss: 'this criterion was skipped' })
      if (!field) return []
      const criterion = { field: field.key, isAdvanced: isTrue(node.attributes['is_advanced']?.trim()) }
      const value = childNamed(node, 'criteria_value')
      if (!value) return [{ ...criterion, value: null }]
      if (value.attributes['type']?.trim() !== 'list') return [{ ...criterion, value: value.text.trim() }]
      if (!isStaticList(field)) {
        context.messages.warn(
          value,
          `"${field.name}" is no list of static values: the value of its criterion was skipped`,
        )
        return [{ ...criterion, value: null }]
      }
      const values = childrenNamed(value, 'selected_value').flatMap(
        selected =>
          valueOf(selected, field, context, { isStrict: false, loss: 'it was left out of the criterion' })?.key ?? [],
      )
      return [{ ...criterion, value: { none: childNamed(value, 'none_value') !== undefined, values } }]
    })

const planRenderers = (container: XmlNode | undefined, reportKey: string, context: ReportContext): NewTableRenderer[] =>
  (container?.children ?? []).flatMap((node, index) => {
    if (node.name !== 'renderer') return []
    const type = (node.attributes['type'] ?? '').trim()
    if (type !== 'table') {
      context.messages.warn(
        node,
        `a report shows itself as "${type}", for which there is no component here: it was skipped`,
      )
      return []
    }
    const chunk = (node.attributes['chunksz'] ?? '').trim()
    return [
      {
        key: `${reportKey} renderer ${index}`,
        type,
        name: childText(node, 'name'),
        description: childText(node, 'description'),
        chunkSize: /^[1-9]\d{0,5}$/.test(chunk) ? Number(chunk) : DEFAULT_CHUNK_SIZE,
        isMultisort: isTrue(node.attributes['multisort']?.trim()),
        columns: fieldsIn(childNamed(node, 'columns'), 'this column was skipped', context).map(
          ({ key, reference }) => ({
            field: key,
            ...optional('linkType', reference.attributes['artlink-nature']),
            ...optional('linkFormat', reference.attributes['artlink-nature-format']),
          }),
        ),
        sort: fieldsIn(childNamed(node, 'sort'), 'the table is not sorted by it', context).map(({ key }) => ({
          field: key,
        })),
      },
    ]
  })

const fieldsIn = (
  container: XmlNode | undefined,
  loss: string,
  context: ReportContext,
): { key: string; reference: XmlNode }[] =>
  (container?.children ?? []).flatMap(reference => {
    const field = elementOf(reference, context.trackerKey, context, { isStrict: false, loss })
    return field ? [{ key: field.key, reference }] : []
  })

const optional = <Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } =>
  value === undefined ? {} : ({ [name]: value.trim() } as { [Key in Name]?: string })
