import type { PersonKey } from './people.ts'

export interface CommitText {
  readonly by: PersonKey
  readonly daysAgo: number
  readonly message: string
  /** Contents of the files that the commit writes, by path; the folders before them exist by then. */
  readonly files: Readonly<Record<string, string>>
}

const toml = (version: string): string => `name = "waymark-server"\nversion = "${version}"\nport = 8080\n`

/** Ten commits, oldest first. */
export const commits: readonly CommitText[] = [
  {
    by: 'mateusz',
    daysAgo: 160,
    message: 'Import the departures service, {s1}',
    files: {
      'trunk/README.md':
        '# Waymark server\n\nDepartures, tickets and disruptions for the passenger app.\n\n    make run\n',
      'trunk/waymark.toml': toml('4.0.0'),
      'trunk/src/departures.py':
        'def departures(stop, now, timetable):\n    """The next trips at a stop, soonest first."""\n    return sorted(t for t in timetable.trips(stop) if t.time >= now)[:8]\n',
    },
  },
  {
    by: 'mateusz',
    daysAgo: 150,
    message: 'Start the list at the current time, not at the service day\n\nFixes {b1}.',
    files: {
      'trunk/src/service_day.py':
        'from datetime import timedelta\n\nEND_OF_DAY = timedelta(hours=3)\n\n\ndef service_day(moment):\n    """Trips after midnight belong to the day before."""\n    return (moment - END_OF_DAY).date()\n',
    },
  },
  {
    by: 'mateusz',
    daysAgo: 122,
    message: 'Accept each order once, by its key\n\nFixes {b4}; see {s3}.',
    files: {
      'trunk/src/orders.py':
        'def place_order(store, key, order):\n    """A repeated key gets the first answer."""\n    known = store.find(key)\n    return known or store.insert(key, order)\n',
    },
  },
  {
    by: 'tomas',
    daysAgo: 96,
    message: 'Compare whole line numbers of disruptions, {b13}',
    files: {
      'trunk/src/disruptions.py': 'def concerns(disruption, line):\n    return line in disruption.lines\n',
    },
  },
  {
    by: 'mateusz',
    daysAgo: 80,
    message: 'Skip stops without coordinates in the nightly import\n\nFixes {b23}.',
    files: {
      'trunk/src/nightly_import.py':
        'def stops(rows, log):\n    for row in rows:\n        if row.position is None:\n            log.warning("stop %s has no position: skipped", row.name)\n            continue\n        yield row\n',
    },
  },
  {
    by: 'leila',
    daysAgo: 61,
    message: 'Answer the narrowest door of a step-free route, {t6.1}',
    files: {
      'trunk/src/step_free.py': 'def narrowest_door(legs):\n    return min(leg.vehicle.door_width for leg in legs)\n',
    },
  },
  {
    by: 'mateusz',
    daysAgo: 40,
    message: 'Refund by the original payment, {t9.3}',
    files: {
      'trunk/src/refunds.py':
        'def refund(payment, provider):\n    return provider.refund(payment.reference, payment.amount)\n',
      'trunk/waymark.toml': toml('4.1.0'),
    },
  },
  {
    by: 'mateusz',
    daysAgo: 12,
    message: 'Ingest passenger counts of tram line 2, {t10.1}',
    files: {
      'trunk/src/occupancy.py':
        'LEVELS = ((0.3, "seats free"), (0.7, "standing room"), (9.9, "full"))\n\n\ndef level(count, capacity):\n    share = count / capacity\n    return next(name for limit, name in LEVELS if share < limit)\n',
    },
  },
  {
    by: 'mateusz',
    daysAgo: 4,
    message: 'Drop positions older than the last one\n\nOrder by the time of the position, {b31}; for {s12}.',
    files: {
      'trunk/src/positions.py':
        'def newest(last, position):\n    return position if last is None or position.at > last.at else last\n',
    },
  },
  {
    by: 'mateusz',
    daysAgo: 1,
    message: 'Trim names of lines in the import, {b40}',
    files: {
      'trunk/src/lines.py':
        'def line_name(text):\n    """The planning office sometimes leaves a blank behind the number."""\n    return " ".join(text.split())\n',
      'trunk/waymark.toml': toml('4.2.0-beta'),
    },
  },
]
