import type { CSSProperties, ReactNode } from 'react'
import { RichText } from '../../design/values/rich-text.tsx'
import type { Field } from '../../fields/field-view.ts'
import { fieldsOf, type FormNode } from './form-layout.ts'
import './form.css'

export interface FormNodesProps {
  readonly nodes: readonly FormNode[]
  readonly isShown: (field: Field) => boolean
  /** A field with its label, and its key. */
  readonly renderField: (field: Field) => ReactNode
}

/** Types whose values need the whole width. */
export const WIDE: ReadonlySet<string> = new Set([
  'text',
  'ttmstepdef',
  'ttmstepexec',
  'burndown',
  'burnup',
  'perm',
  'Encrypted',
])

/** Fields, columns and static parts of a form, as its tracker arranges them. */
export const FormNodes = ({ nodes, isShown, renderField }: FormNodesProps) => {
  // Fields that follow each other without a break stand beside each other, as far as there is room.
  const parts: ReactNode[] = []
  let beside: Field[] = []
  const endBeside = () => {
    if (beside.length === 0) return
    const [first] = beside
    parts.push(
      <div key={`beside ${first?.field_id}`} className="field-grid">
        {beside.map(renderField)}
      </div>,
    )
    beside = []
  }
  nodes.forEach((node, index) => {
    if (node.kind === 'field') {
      if (!isShown(node.field)) return
      if (!WIDE.has(node.field.type)) {
        beside.push(node.field)
        return
      }
      endBeside()
      parts.push(renderField(node.field))
      return
    }
    endBeside()
    if (node.kind === 'columns') {
      const columns = node.columns.filter(column => fieldsOf(column).length === 0 || fieldsOf(column).some(isShown))
      const parted = { '--parts': columns.length } as CSSProperties
      if (columns.length > 0)
        parts.push(
          <div key={`columns ${index}`} className="field-columns" style={parted}>
            {columns.map((column, place) => (
              <div key={place} className="field-stack">
                <Column nodes={column} isShown={isShown} renderField={renderField} />
              </div>
            ))}
          </div>,
        )
    } else if (node.kind === 'text') {
      parts.push(<RichText key={node.field.field_id} html={staticText(node.field)} />)
    } else if (node.kind === 'separator') {
      parts.push(<hr key={node.field.field_id} className="field-separator" />)
    }
  })
  endBeside()
  return <div className="field-stack">{parts}</div>
}

/** Within a column fields stand below each other. */
const Column = ({ nodes, isShown, renderField }: FormNodesProps) => (
  <>
    {nodes.map((node, index) =>
      node.kind === 'field' ? (
        isShown(node.field) && renderField(node.field)
      ) : (
        <FormNodes key={`nodes ${index}`} nodes={[node]} isShown={isShown} renderField={renderField} />
      ),
    )}
  </>
)

const staticText = (field: Field): string => (typeof field.default_value === 'string' ? field.default_value : '')
