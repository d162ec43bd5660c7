import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/db/db.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { hasSamples, importSample, readSample, sampleNames } from '../harness/samples.ts'
import { givenAccount, type Account } from '../harness/fixture.ts'
import { expectSameInXml, readXml, type Element } from '../harness/xml.ts'

// Compares every artifact of the sample archives with project.xml. This file has its own reader of archives, which shares no code with the
// import, so that an error in the import's code cannot hide itself.

// --- content of an archive ---------------------------------------------------------------------------------------------------

interface ExpectedField {
  readonly name: string
  readonly type: string
  readonly element: Element
  readonly isRequired: boolean
  readonly showsTime: boolean
  readonly readers: ReadonlySet<string>
  readonly updaters: ReadonlySet<string>
}
interface ExpectedChangeset {
  readonly author: string
  readonly at: string
  readonly comment:
    { readonly body: string; readonly format: string; readonly author: string; readonly at: string } | undefined
  /** By field name: the last `field_change` up to this changeset. */
  readonly values: ReadonlyMap<string, Element>
  readonly changed: readonly string[]
}
interface ExpectedTracker {
  readonly archive: Archive
  readonly itemName: string
  readonly fields: readonly ExpectedField[]
  readonly viewers: ReadonlySet<string>
}
interface ExpectedArtifact {
  readonly id: number
  readonly label: string
  readonly tracker: ExpectedTracker
  readonly changesets: readonly ExpectedChangeset[]
  readonly files: ReadonlyMap<string, string>
}
interface Archive {
  readonly name: string
  /** Reference of the archive → login; also for `id:` and `ldap:` references. */
  readonly login: (reference: Element) => string
  /** Key of a list value → its label. */
  readonly valueLabels: ReadonlyMap<string, string>
  /** Id in the archive → id on this server; the last one if two artifacts share an id. */
  readonly artifactIds: Map<string, number>
  readonly disabledTypes: ReadonlySet<string>
}

const everybody = ['UGROUP_ANONYMOUS', 'UGROUP_REGISTERED', 'UGROUP_AUTHENTICATED', 'UGROUP_PROJECT_MEMBERS']

const readLogins = (users: Element): Archive['login'] => {
  const logins = new Map<string, string>()
  for (const user of users.all('user')) {
    logins.set(`id:${user.say('id')}`, user.say('username'))
    logins.set(`ldap:${user.say('ldapid')}`, user.say('username'))
  }
  return reference => {
    const text = reference.text.trim()
    const { format = 'username' } = reference.attributes
    return format === 'username' ? text : (logins.get(`${format}:${text}`) ?? `unknown ${format} ${text}`)
  }
}

const readTracker = (archive: Archive, tracker: Element): ExpectedTracker => {
  const lines = tracker.first('permissions')?.all('permission') ?? []
  const groupsWith = (ref: string, types: readonly string[]): ReadonlySet<string> =>
    new Set(
      lines
        .filter(line => (line.attributes['REF'] ?? '') === ref && types.includes(line.attributes['type'] ?? ''))
        .map(line => line.attributes['ugroup'] ?? ''),
    )
  const elements = [...tracker.below('formElement'), ...tracker.below('externalField')]
  const fields = elements
    .filter(element => element.attributes['use_it'] !== '0')
    .map(element => {
      const ref = element.attributes['ID'] ?? ''
      return {
        name: element.say('name'),
        type: element.attributes['type'] ?? '',
        element,
        // Archives mark containers as required, too, although these have no value.
        isRequired: element.attributes['required'] === '1' && element.all('formElements').length === 0,
        showsTime: element.first('properties')?.attributes['display_time'] === '1',
        readers: groupsWith(ref, ['PLUGIN_TRACKER_FIELD_READ', 'PLUGIN_TRACKER_FIELD_UPDATE']),
        updaters: groupsWith(ref, ['PLUGIN_TRACKER_FIELD_UPDATE']),
      }
    })
  const access = ['PLUGIN_TRACKER_ACCESS_FULL', 'PLUGIN_TRACKER_ADMIN']
  const viewers = groupsWith('', access)
  return {
    archive,
    itemName: tracker.say('item_name'),
    fields,
    viewers: lines.some(line => line.attributes['scope'] === 'tracker') ? viewers : new Set(['UGROUP_ANONYMOUS']),
  }
}

const instant = (text: string): number => new Date(text).getTime()

const readChangesets = (archive: Archive, tracker: ExpectedTracker, artifact: Element): ExpectedChangeset[] => {
  const known = new Set(tracker.fields.map(field => field.name))
  let values = new Map<string, Element>()
  return artifact
    .all('changeset')
    .map(element => ({ element, at: element.say('submitted_on') }))
    .sort((one, other) => instant(one.at) - instant(other.at))
    .map(({ element, at }, index) => {
      const changes = [...element.all('field_change'), ...element.all('external_field_change')].filter(change =>
        known.has(change.attributes['field_name'] ?? ''),
      )
      values = new Map([...values, ...changes.map(change => [change.attributes['field_name'] ?? '', change] as const)])
      // The first changeset has no comment; in later ones the last comment counts (import.md §6).
      const comment = index === 0 ? undefined : element.first('comments')?.all('comment').at(-1)
      const body = comment?.first('body')
      return {
        author: archive.login(element.first('submitted_by') as Element),
        at,
        comment:
          comment && body && body.text.trim() !== ''
            ? {
                body: body.text.trim(),
                format: body.attributes['format'] ?? '',
                author: archive.login(comment.first('submitted_by') as Element),
                at: comment.say('submitted_on'),
              }
            : undefined,
        values,
        changed: changes.map(change => change.attributes['field_name'] ?? ''),
      }
    })
}

// --- responses of the server -------------------------------------------------------------------------------------------------

interface Entry {
  readonly field_id: number
  readonly type: string
  readonly [member: string]: unknown
}
interface ArtifactBody {
  readonly id: number
  readonly submitted_by_user: { readonly username: string }
  readonly submitted_on: string
  readonly last_update_by_user: { readonly username: string }
  readonly last_modified_date: string
  readonly values: readonly Entry[]
}

/** A document of a GET in the form of a PUT: markdown as its source (fields.md §3.17), everything else unchanged. */
const sentBack = (entries: readonly Entry[]): unknown[] =>
  entries.map(entry => {
    if (entry.type === 'text' && 'commonmark' in entry)
      return { ...entry, value: { content: entry['commonmark'], format: 'commonmark' } }
    if (entry.type !== 'ttmstepdef') return entry
    const steps = (entry['value'] as Record<string, unknown>[]).map(step => ({
      ...step,
      ...('commonmark_description' in step && {
        description: step['commonmark_description'],
        description_format: 'commonmark',
      }),
      ...('commonmark_expected_results' in step && {
        expected_results: step['commonmark_expected_results'],
        expected_results_format: 'commonmark',
      }),
    }))
    return { ...entry, value: steps }
  })

describe.skipIf(!hasSamples)('every artifact of the sample archives', () => {
  let crocus: TestApp
  let ordinary: Account
  const artifacts: ExpectedArtifact[] = []
  const fieldIds = new Map<ExpectedTracker, ReadonlyMap<string, number>>()

  beforeAll(async () => {
    crocus = await testApp()
    let lastId = 0
    for (const name of sampleNames) {
      const read = (file: string): Promise<string> => readSample(name, file)
      const report = await importSample(crocus, name)
      expect(report.isImported, name).toBe(true)
      const project = readXml(await read('project.xml'))
      const archive: Archive = {
        name,
        login: readLogins(readXml(await read('users.xml'))),
        valueLabels: new Map(
          project.below('item').map(item => [item.attributes['ID'] ?? '', item.attributes['label']?.trim() ?? '']),
        ),
        artifactIds: new Map(),
        disabledTypes: new Set(),
      }
      const trackers = project.first('trackers')?.all('tracker') ?? []
      const live = await crocus.app.modules.trackers.listOfProject(report.project?.id ?? 0)
      for (const element of trackers) {
        const tracker = readTracker(archive, element)
        const imported = live.find(each => each.itemName === tracker.itemName)
        fieldIds.set(
          tracker,
          new Map([...(imported?.fieldByName.entries() ?? [])].map(([field, { id }]) => [field, id])),
        )
        for (const artifact of element.first('artifacts')?.all('artifact') ?? []) {
          const id = ++lastId
          archive.artifactIds.set(artifact.attributes['id'] ?? '', id)
          artifacts.push({
            id,
            label: `${name} ${tracker.itemName} ${artifact.attributes['id'] ?? ''}`,
            tracker,
            changesets: readChangesets(archive, tracker, artifact),
            files: new Map(artifact.all('file').map(file => [file.attributes['id'] ?? '', file.say('filename')])),
          })
        }
      }
    }
    // A member of every project who administers none.
    ordinary = await givenAccount(crocus, 'ordinary')
    for (const projectId of [...new Array(sampleNames.length).keys()].map(index => 101 + index))
      await inTransaction(crocus.db, tx =>
        crocus.app.modules.projects.addMembers(tx, projectId, [ordinary.id], {}, { userId: 101, means: 'command' }),
      )
    expect(artifacts.length).toBeGreaterThan(50)
  }, 120_000)

  const read = async (id: number, as: Account['as']): Promise<ArtifactBody> => {
    const response = await crocus.request('GET', `/api/artifacts/${id}`, { as })
    expect([id, response.status, response.status === 200 ? '' : response.text]).toEqual([id, 200, ''])
    return response.json<ArtifactBody>()
  }
  const fieldOf = (tracker: ExpectedTracker, fieldId: number): ExpectedField | undefined => {
    const ids = fieldIds.get(tracker)
    return tracker.fields.find(field => ids?.get(field.name) === fieldId)
  }
  const isOrdinaryAmong = (groups: ReadonlySet<string>): boolean => everybody.some(group => groups.has(group))

  /** Compares one entry with the `field_change` of the archive, by the rules of import.md §6.3 and fields.md §3. */
  const expectValue = (
    artifact: ExpectedArtifact,
    field: ExpectedField,
    change: Element,
    entry: Entry | undefined,
  ): void => {
    const where = `${artifact.label}: ${field.name}`
    const { archive } = artifact.tracker
    const values = change.all('value')
    const texts = values.map(value => value.text)
    const first = texts[0] ?? ''
    const said = (members: Record<string, unknown>): void => expect(entry, where).toMatchObject(members)
    const labelOf = (value: Element, prefix: string): string => {
      const text = value.text.trim()
      if (value.attributes['format'] !== 'id') return text
      return archive.valueLabels.get(`V${text.slice(prefix.length)}`) ?? `no V${text}`
    }
    const filled = values.filter(value => value.text.trim() !== '')
    const objects = (member: string): Record<string, unknown>[] => (entry?.[member] ?? []) as Record<string, unknown>[]
    switch (field.type) {
      case 'string':
        return said({ value: first })
      case 'text':
        if (values[0]?.attributes['format'] === 'commonmark') return said({ commonmark: first, format: 'html' })
        return said({ value: first, format: values[0]?.attributes['format'] ?? 'text' })
      case 'int':
      case 'float':
        return said({ value: first.trim() === '' ? null : Number(first) })
      case 'date': {
        const isCleared = first.trim() === '' || instant(first) <= 0
        if (isCleared) return said({ value: null })
        const text = String(entry?.['value'])
        if (field.showsTime)
          return expect(Math.floor(instant(text) / 60_000), where).toBe(Math.floor(instant(first) / 60_000))
        return expect(text.slice(0, 10), where).toBe(first.trim().slice(0, 10))
      }
      case 'sb':
      case 'rb':
      case 'msb':
      case 'cb': {
        const { bind } = change.attributes
        if (bind === 'users') {
          const logins = filled.map(value => archive.login(value)).filter(login => login !== 'None')
          const people = objects('values')
          if (logins.length > 0)
            return expect(people.map(user => user['username']).sort(), where).toEqual(logins.sort())
          expect(
            people.map(user => user['is_anonymous']),
            where,
          ).toEqual([true])
          return said({ bind_value_ids: [100] })
        }
        const labels = filled.map(value => labelOf(value, ''))
        const shown = objects('values').map(value => (bind === 'ugroups' ? value['key'] : value['label']))
        return expect(shown.sort(), where).toEqual(labels.sort())
      }
      case 'tbl': {
        const { bind = '' } = change.attributes
        const shown = objects('bind_value_objects').map(
          value => value[{ users: 'username', ugroups: 'key' }[bind] ?? 'label'],
        )
        const labels = filled.map(value => (bind === 'users' ? archive.login(value) : labelOf(value, 'b')))
        said({ bind_type: bind })
        return expect(shown.sort(), where).toEqual(labels.sort())
      }
      case 'file':
        return expect(
          objects('file_descriptions')
            .map(file => file['name'])
            .sort(),
          where,
        ).toEqual(values.flatMap(value => artifact.files.get(value.attributes['ref'] ?? '') ?? []).sort())
      case 'art_link': {
        const ends = filled.flatMap(value => archive.artifactIds.get(value.text.trim()) ?? [])
        return expect(
          objects('links')
            .map(link => Number(link['id']))
            .sort(),
          where,
        ).toEqual([...new Set(ends)].sort())
      }
      case 'computed':
        if (change.say('is_autocomputed') === '1') return said({ is_autocomputed: true, manual_value: null })
        return said({ is_autocomputed: false, manual_value: Number(change.say('manual_value')) })
      case 'perm': {
        const groups = change.attributes['use_perm'] === '0' ? [] : change.all('ugroup')
        return expect((entry?.['granted_groups_ids'] as unknown[]).length, where).toBe(groups.length)
      }
      case 'ttmstepdef': {
        const steps = change.all('step').map(step => step.say('description'))
        const shown = objects('value').map(step => String(step['commonmark_description'] ?? step['description']).trim())
        return expect(shown, where).toEqual(steps)
      }
      default:
        throw new Error(`${where}: what is a ${field.type}?`)
    }
  }

  it('has the values of its last changeset, its author and its dates (import.md §6)', async () => {
    let compared = 0
    for (const artifact of artifacts) {
      const body = await read(artifact.id, crocus.admin)
      const { changesets, tracker } = artifact
      const [first, last] = [changesets[0], changesets.at(-1)]
      if (!first || !last) throw new Error(`${artifact.label} has no changeset`)
      expect([artifact.label, body.submitted_by_user.username, instant(body.submitted_on)]).toEqual([
        artifact.label,
        first.author,
        instant(first.at),
      ])
      expect([artifact.label, body.last_update_by_user.username, instant(body.last_modified_date)]).toEqual([
        artifact.label,
        last.author,
        instant(last.at),
      ])
      for (const field of tracker.fields) {
        const change = last.values.get(field.name)
        if (!change) continue
        const id = fieldIds.get(tracker)?.get(field.name)
        expectValue(
          artifact,
          field,
          change,
          body.values.find(entry => entry.field_id === id),
        )
        compared++
      }
    }
    expect(compared).toBeGreaterThan(200)
  })

  it('has the history of the archive, each changeset with its author, date, comment and values (artifacts.md §9)', async () => {
    let comments = 0
    for (const artifact of artifacts) {
      const response = await crocus.request('GET', `/api/artifacts/${artifact.id}/changesets?limit=50`, {
        as: crocus.admin,
      })
      const history = response.json<
        {
          submitted_by_details: { username: string }
          submitted_on: string
          last_comment: { body: string; format: string; commonmark?: string }
          last_modified_by: { username: string }
          last_modified_date: string
          values: Entry[]
        }[]
      >()
      expect(response.headers['x-pagination-size']).toBe(String(artifact.changesets.length))
      // A changeset without change and comment is missing from the list.
      const listed = artifact.changesets.filter(
        (changeset, index) => index === 0 || changeset.comment !== undefined || changeset.changed.length > 0,
      )
      expect(
        history.map(one => [one.submitted_by_details.username, instant(one.submitted_on)]),
        artifact.label,
      ).toEqual(listed.map(one => [one.author, instant(one.at)]))
      listed.forEach((expected, index) => {
        const shown = history[index]
        if (!shown) return
        for (const field of artifact.tracker.fields) {
          const change = expected.values.get(field.name)
          const id = fieldIds.get(artifact.tracker)?.get(field.name)
          if (change)
            expectValue(
              artifact,
              field,
              change,
              shown.values.find(entry => entry.field_id === id),
            )
        }
        if (!expected.comment) return expect(shown.last_comment.body, artifact.label).toBe('')
        comments++
        const { last_comment } = shown
        expect(last_comment.commonmark ?? last_comment.body, artifact.label).toBe(expected.comment.body)
        expect(last_comment.format, artifact.label).toBe(
          expected.comment.format === 'commonmark' ? 'html' : expected.comment.format,
        )
        expect([shown.last_modified_by.username, instant(shown.last_modified_date)], artifact.label).toEqual([
          expected.comment.author,
          instant(expected.comment.at),
        ])
      })
    }
    expect(comments).toBeGreaterThan(0)
  })

  it('says the same in XML as in JSON (xml.md §2)', async () => {
    for (const { id, label } of artifacts)
      for (const as of [crocus.admin, ordinary.as])
        for (const query of ['', '?values_format=all&tracker_structure_format=complete']) {
          const json = await crocus.request('GET', `/api/artifacts/${id}${query}`, { as })
          const xml = await crocus.request('GET', `/api/artifacts/${id}${query}`, {
            as,
            headers: { accept: 'application/xml' },
          })
          expect([label, xml.status, xml.headers.etag]).toEqual([label, json.status, json.headers.etag])
          const root = readXml(xml.text)
          expect(root.name).toBe('response')
          expectSameInXml(json.json(), root, label)
        }
  })

  it('shows a member the fields that the archive lets members read, with the values that the administrator sees', async () => {
    let hidden = 0
    for (const artifact of artifacts) {
      const all = await read(artifact.id, crocus.admin)
      const response = await crocus.request('GET', `/api/artifacts/${artifact.id}`, { as: ordinary.as })
      if (!isOrdinaryAmong(artifact.tracker.viewers)) {
        expect([artifact.label, response.status]).toEqual([artifact.label, 403])
        continue
      }
      expect([artifact.label, response.status]).toEqual([artifact.label, 200])
      const seen = response.json<ArtifactBody>().values
      const readable = all.values.filter(entry => {
        const field = fieldOf(artifact.tracker, entry.field_id)
        return field !== undefined && isOrdinaryAmong(field.readers)
      })
      expect(
        seen.map(entry => entry.field_id),
        artifact.label,
      ).toEqual(readable.map(entry => entry.field_id))
      hidden += all.values.length - seen.length
      const plain = (entries: readonly Entry[]) => entries.filter(entry => !['art_link', 'cross'].includes(entry.type))
      expect(plain(seen), artifact.label).toEqual(plain(readable))
    }
    expect(hidden).toBeGreaterThan(0)
  })

  it('can be sent back as it was read, by PUT, which changes nothing (artifacts.md §6, fields.md §3.17)', async () => {
    const outcomes = new Map<string, number>()
    for (const artifact of artifacts)
      for (const as of [crocus.admin, ordinary.as]) {
        const before = await crocus.request('GET', `/api/artifacts/${artifact.id}`, { as })
        if (before.status !== 200) continue
        const { values } = before.json<ArtifactBody>()
        const isAdministrator = as === crocus.admin
        // A required field that never had a value must be set by a user who may do so: the archive lacks it, not the request.
        const last = artifact.changesets.at(-1)
        const lacking = artifact.tracker.fields.filter(
          field =>
            field.isRequired && !last?.values.has(field.name) && (isAdministrator || isOrdinaryAmong(field.updaters)),
        )
        const unchangeable = values.filter(entry => {
          const field = fieldOf(artifact.tracker, entry.field_id)
          return field && !isOrdinaryAmong(field.updaters)
        })
        const json = {
          values: sentBack(isAdministrator ? values : values.filter(entry => !unchangeable.includes(entry))),
        }
        const response = await crocus.request('PUT', `/api/artifacts/${artifact.id}`, { as, json })
        if (lacking.length > 0) {
          expect([artifact.label, response.status]).toEqual([artifact.label, 400])
          expect(response.text).toMatch(/required/)
        } else {
          expect([artifact.label, response.status, response.text]).toEqual([artifact.label, 200, ''])
          expect([artifact.label, response.headers.etag]).toEqual([artifact.label, before.headers.etag])
        }
        outcomes.set(String(response.status), (outcomes.get(String(response.status)) ?? 0) + 1)
        const after = await crocus.request('GET', `/api/artifacts/${artifact.id}`, { as })
        expect([artifact.label, after.text]).toEqual([artifact.label, before.text])
      }
    expect(outcomes.get('200') ?? 0).toBeGreaterThan(artifacts.length)
  })
})
