import { renderText, type TextFormat } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import { findReferencesIn, type ExtractedReference, type ReferenceDependencies } from './extract-references.ts'

export interface TextPreview {
  readonly html: string
  readonly references: readonly ExtractedReference[]
}

/** Renders a text as pages will show it. References name only targets that the viewer may know of. */
export const previewText = (deps: ReferenceDependencies) => {
  const findReferences = findReferencesIn(deps)
  return async (
    viewer: Viewer,
    projectId: number,
    { text, format }: { readonly text: string; readonly format: TextFormat },
  ): Promise<TextPreview> => {
    const project = await deps.projects.requireAccess(viewer, projectId)
    const links = await deps.references.linksFor(viewer, [{ project, texts: [text] }])
    return {
      html: renderText(text, format, links.linkIn(project)),
      references: await findReferences(viewer, projectId, text),
    }
  }
}
