// Loaded into a server before anything else (`--import`): at SIGUSR2 it collects its garbage and writes what it holds into a file.
import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const file = process.env['WALK_MEMORY_FILE']

process.on('SIGUSR2', () => {
  if (file === undefined) return
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  // The second collection frees objects that the first one only finalised.
  setImmediate(() => {
    collect()
    const { heapUsed, external, rss } = process.memoryUsage()
    writeFileSync(file, JSON.stringify({ heapUsed, external, rss }))
  })
})
