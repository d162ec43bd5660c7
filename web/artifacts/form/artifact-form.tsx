import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../design/controls/button.tsx'
import { IconChevronDown, IconChevronRight } from '../../design/icons.tsx'
import type { Field } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { useArtifact } from '../artifact-context.tsx'
import { useRemembered } from '../use-remembered.ts'
import { valueOf } from '../writing/artifact-values.ts'
import { FieldPlace } from './field-place.tsx'
import type { FormSection } from './form-layout.ts'
import { FormNodes, WIDE } from './form-nodes.tsx'
import './form.css'

/** The fields of the tracker's form that neither head nor rail shows. */
export const ArtifactForm = () => {
  const { t } = useLingui()
  const { layout, tracker, artifact } = useArtifact()
  const [isHiding, setHiding] = useRemembered(`hide empty ${tracker.id}`, false)
  const isShown = (field: Field): boolean => !isHiding || !isEmptyField(field, valueOf(artifact, field.field_id))
  const all = layout.sections.flatMap(section => section.fields)
  const empty = all.filter(field => isEmptyField(field, valueOf(artifact, field.field_id))).length
  return (
    <div className="artifact-form" role="group" aria-label={t`Fields`}>
      {layout.sections.map(section => (
        <Section
          key={section.fieldset?.field_id ?? `before ${section.fields[0]?.field_id}`}
          section={section}
          isShown={isShown}
        />
      ))}
      {empty > 0 && (
        <div className="artifact-form-foot">
          <Button size="small" variant="quiet" onPress={() => setHiding(!isHiding)}>
            {isHiding ? (
              <Plural value={empty} one="Show # empty field" other="Show # empty fields" />
            ) : (
              <Trans>Hide empty fields</Trans>
            )}
          </Button>
        </div>
      )}
    </div>
  )
}

const isEmptyField = (field: Field, value: ReturnType<typeof valueOf>): boolean => viewOf(field.type).isEmpty(value)

interface SectionProps {
  readonly section: FormSection
  readonly isShown: (field: Field) => boolean
}

const Section = ({ section, isShown }: SectionProps) => {
  const { tracker, artifact } = useArtifact()
  const { fieldset, nodes, fields } = section
  const [isFolded, setFolded] = useRemembered(
    `fold ${tracker.id} ${fieldset?.field_id ?? 0}`,
    fieldset?.collapsed ?? false,
  )
  const shown = fields.filter(isShown)
  if (shown.length === 0 && fields.length > 0) return null
  if (!fieldset) return <FormNodes nodes={nodes} isShown={isShown} renderField={renderField} />
  const filled = fields.filter(field => !isEmptyField(field, valueOf(artifact, field.field_id))).length
  return (
    <section>
      <h2 className="fieldset-head">
        <button type="button" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {isFolded ? <IconChevronRight /> : <IconChevronDown />}
          {fieldset.label}
        </button>
        {isFolded && (
          <span className="meta">
            {filled === 0 ? (
              <Plural value={fields.length} one="# field, empty" other="# fields, all empty" />
            ) : (
              <Plural value={fields.length} one="# field" other="# fields" />
            )}
          </span>
        )}
      </h2>
      {!isFolded && <FormNodes nodes={nodes} isShown={isShown} renderField={renderField} />}
    </section>
  )
}

const renderField = (field: Field) => <FormField key={field.field_id} field={field} />

const FormField = ({ field }: { readonly field: Field }) => {
  const { layout, tracker } = useArtifact()
  const isDescription = tracker.semantics.description?.field_id === field.field_id
  const isAlone = layout.sections.find(section => section.fields.includes(field))?.fields[0] === field
  return (
    <FieldPlace
      field={field}
      className={WIDE.has(field.type) ? 'form-field form-field-wide' : 'form-field'}
      labelClassName="field-label"
      valueClassName="field-value"
      isLabelHidden={isDescription && isAlone}
    />
  )
}
