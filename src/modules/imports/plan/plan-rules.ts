import { childNamed, childrenNamed, isTrue, type XmlNode } from '../../../platform/xml/node.ts'
import type { DateRule, NewDateRule, NewListRule } from '../../trackers/index.ts'
import { elementOf, isStaticList, valueOf, type ElementDraft, type DeclaredKeys } from '../archive/declared-keys.ts'
import type { Messages } from '../archive/import-messages.ts'

export interface RuleContext {
  readonly keys: DeclaredKeys
  readonly messages: Messages
  readonly trackerKey: string
}

const skipped = { isStrict: true, loss: 'this rule was skipped' } as const

const fieldIn = (rule: XmlNode, child: string, context: RuleContext): ElementDraft | undefined => {
  const reference = childNamed(rule, child)
  return reference && elementOf(reference, context.trackerKey, context, skipped)
}

export const planDateRules = (rules: XmlNode | undefined, context: RuleContext): NewDateRule[] => {
  const container = rules && childNamed(rules, 'date_rules')
  return childrenOf(container).flatMap(rule => {
    const source = fieldIn(rule, 'source_field', context)
    const target = fieldIn(rule, 'target_field', context)
    const comparator = childNamed(rule, 'comparator')?.attributes['type']?.trim() as DateRule['comparator'] | undefined
    return source && target && comparator ? [{ sourceField: source.key, targetField: target.key, comparator }] : []
  })
}

/** `list_rules`, and `dependencies`, which is their old form. */
export const planListRules = (
  rules: XmlNode | undefined,
  dependencies: XmlNode | undefined,
  context: RuleContext,
): NewListRule[] => {
  const container = rules && childNamed(rules, 'list_rules')
  return [...childrenOf(container), ...childrenOf(dependencies)].flatMap(rule => {
    const source = fieldIn(rule, 'source_field', context)
    const target = fieldIn(rule, 'target_field', context)
    if (!source || !target) return []
    if (!isStaticList(source) || !isStaticList(target)) {
      context.messages.warn(
        rule,
        `"${source.name}" and "${target.name}" are not both lists of static values: this rule was skipped`,
      )
      return []
    }
    const sourceValue = valueIn(rule, 'source_value', source, context)
    const targetValue = valueIn(rule, 'target_value', target, context)
    if (sourceValue === undefined || targetValue === undefined) return []
    return [{ sourceField: source.key, sourceValue, targetField: target.key, targetValue }]
  })
}

const childrenOf = (container: XmlNode | undefined): XmlNode[] => (container ? childrenNamed(container, 'rule') : [])

/** A key, or null for None; undefined = the rule cannot be imported. */
const valueIn = (
  rule: XmlNode,
  child: string,
  field: ElementDraft,
  context: RuleContext,
): string | null | undefined => {
  const node = childNamed(rule, child)
  if (!node) return undefined
  if (isTrue(node.attributes['is_none']?.trim())) return null
  return valueOf(node, field, context, skipped)?.key
}
