const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A number that is the same in each run, for variety without chance. */
export const numberOf = (key: string): number => {
  let hash = 7
  for (const character of key) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 100_003
  return hash
}

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY)

/** The date of a day relative to today, at midnight UTC. */
export const dateIn = (now: Date, days: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days))

/** The last hours stay as they are, so that somebody has always worked a moment ago. */
const RECENT = 3.5 * HOUR

/** Moves a time into the working hours of a weekday, not later than some hours before now. */
const workingTime = (time: Date, now: Date, key: string): Date => {
  if (now.getTime() - time.getTime() < RECENT) return time
  const moved = new Date(time)
  moved.setUTCHours(8 + (numberOf(key) % 9), numberOf(`${key} minute`) % 60, numberOf(`${key} second`) % 60, 0)
  while (isWeekend(moved) || now.getTime() - moved.getTime() < RECENT) moved.setTime(moved.getTime() - DAY)
  return moved
}

const isWeekend = (time: Date): boolean => time.getUTCDay() % 6 === 0

/** `count` times between two days before now, strictly increasing and all in the past. */
export const timesBetween = (now: Date, from: number, to: number, count: number, key: string): Date[] => {
  const times: Date[] = []
  for (let i = 0; i < count; i++) {
    const share = count === 1 ? 0 : i / (count - 1)
    let time = workingTime(daysBefore(now, from + (to - from) * share), now, `${key} ${i}`)
    const previous = times.at(-1)
    if (previous && time <= previous)
      time = new Date(previous.getTime() + (7 + (numberOf(`${key} ${i}`) % 50)) * 60_000)
    const last = now.getTime() - 60_000
    if (time.getTime() >= last) time = new Date(((previous?.getTime() ?? last - HOUR) + last) / 2)
    times.push(time)
  }
  return times
}
