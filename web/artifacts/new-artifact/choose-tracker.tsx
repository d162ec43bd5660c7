import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { placesQuery } from '../../commands/palette-queries.ts'
import { SearchList } from '../../design/controls/search-list.tsx'
import { includesText } from '../../design/includes-text.ts'
import { TrackerSquare } from '../../design/values/value.tsx'
import { valueColour } from '../../design/values/value-colour.ts'
import { useAccount } from '../../session/account.ts'
import { lastTrackersQuery } from './last-trackers.ts'

/** The trackers of the reader's projects; those of the last artifacts come first. */
export const ChooseTracker = ({ onChoose }: { readonly onChoose: (trackerId: number) => void }) => {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const { data: last = [] } = useQuery(lastTrackersQuery(useAccount()?.user.id))
  const places = useQuery(placesQuery)
  const trackers = (places.data ?? []).flatMap(({ label, project = '', tracker }) =>
    tracker ? [{ ...tracker, label, project }] : [],
  )
  const found = trackers.filter(({ label, project }) => includesText(`${label} ${project}`, text.trim()))
  const recent = last.flatMap(id => found.filter(tracker => tracker.id === id))
  const shown = [
    ...recent.map(tracker => ({ ...tracker, section: t`Last used` })),
    ...found.filter(tracker => !recent.includes(tracker)).map(tracker => ({ ...tracker, section: tracker.project })),
  ]
  return (
    <SearchList
      label={t`Find a tracker`}
      placeholder={t`Find a tracker`}
      text={text}
      onText={setText}
      options={shown.map(({ id, label, project, colour, section }, index) => ({
        id: String(id),
        section,
        content: (
          <>
            <TrackerSquare colour={valueColour(colour)} />
            <bdi className="cut">{label}</bdi>
            {index < recent.length && <bdi className="meta cut new-artifact-place">{project}</bdi>}
          </>
        ),
      }))}
      onChoose={id => onChoose(Number(id))}
      empty={places.isPending ? t`Reading the trackers…` : t`Nothing found`}
    />
  )
}
