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

/** Moves an older time into the working hours of a weekday; the last day stays as it is. */
const workingTime = (time: Date, now: Date, key: string): Date => {
  if (now.getTime() - time.getTime() < 1.5 * DAY) return time
  const moved = new Date(time)
  moved.setUTCHours(8 + (numberOf(key) % 9), numberOf(`${key} minute`) % 60, numberOf(`${key} second`) % 60, 0)
  const weekday = moved.getUTCDay()
  const weekend = weekday === 6 ? 1 : weekday === 0 ? 2 : 0
  return new Date(moved.getTime() - weekend * DAY)
}

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
