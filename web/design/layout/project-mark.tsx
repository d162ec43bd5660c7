import '../values/value-colour.css'
import { VALUE_COLOURS } from '../values/value-colour.ts'

/** The first letter of a project on a colour that follows its id. */
export const ProjectMark = ({ label, id }: { readonly label: string; readonly id: number }) => (
  <span className="project-mark" data-colour={VALUE_COLOURS[(id % (VALUE_COLOURS.length - 1)) + 1]} aria-hidden="true">
    {[...label.trim()][0]?.toLocaleUpperCase() ?? '?'}
  </span>
)
