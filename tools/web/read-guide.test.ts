import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PICTURES, readGuide } from './read-guide.ts'

it('reads every page with a title, sections, links that lead somewhere and pictures that exist', async () => {
  const { pages, pictures } = await readGuide()
  expect(pages.length).toBeGreaterThan(5)
  for (const { name, title, html, sections } of pages) {
    expect([name, title]).not.toContain('')
    expect(html).not.toContain('<h1')
    expect(sections.length, name).toBeGreaterThan(1)
  }
  await Promise.all(pictures.map(file => access(join(PICTURES, file))))
})

it('makes links to other pages and the text of sections', async () => {
  const { pages } = await readGuide()
  const first = pages.find(({ name }) => name === 'first-day')
  expect(first?.html).toContain('<a href="/help/tables">')
  const tables = pages.find(({ name }) => name === 'tables')
  expect(tables?.sections.find(({ id }) => id === 'queries-as-text')?.text).toContain('due < NOW()')
})
