import { ViewPlugin, type MatchDecorator } from '@codemirror/view'

/** Extension of an editor that decorates the matches in sight. */
export const highlightMatches = (matcher: MatchDecorator) =>
  ViewPlugin.define(
    view => {
      let decorations = matcher.createDeco(view)
      return {
        get decorations() {
          return decorations
        },
        update: update => {
          decorations = matcher.updateDeco(update, decorations)
        },
      }
    },
    { decorations: plugin => plugin.decorations },
  )
