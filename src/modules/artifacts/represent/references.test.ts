import { expect, it } from 'vitest'
import { renderText } from '../../fields/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { createReferences } from './references.ts'

const projectOf = (id: number) => ({ id, shortName: `p${id}`, referencePatterns: [] }) as unknown as Project
const viewer = {} as Viewer

it('reads the trackers of those projects only whose texts may name one', async () => {
  const read: number[] = []
  const references = createReferences({
    keywords: async () => new Set(['bug']),
    listOfProject: async id => {
      read.push(id)
      return [{ itemName: 'Bug' } as Tracker]
    },
    visibleItemNames: async () => new Set<string>(),
  })
  const [plain, naming] = [projectOf(1), projectOf(2)]
  await references.linksFor(viewer, [{ project: plain, texts: ['A bug: 12', '', '<b>bug</b> &amp; 12'] }])
  expect(read).toEqual([])
  const links = await references.linksFor(viewer, [
    { project: plain, texts: ['nothing'] },
    { project: naming, texts: ['nothing', 'See bug #12'] },
    { project: naming, texts: ['bug #13'] },
  ])
  expect(read).toEqual([2])
  expect(renderText('See bug #12', 'text', links.linkIn(naming))).toContain('key=bug')
})
