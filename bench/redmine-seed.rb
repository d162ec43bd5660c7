# Run inside Redmine (`rails runner`) on its empty database: the data of seed.ts, as Redmine keeps it. Settings and accounts by its
# own models, the issues in SQL. BENCH_REDMINE holds { issues, users, words, platforms, output } as JSON; what requests need to know
# is written to `output`.
require 'json'
require 'redmine/default_data/loader'

given = JSON.parse(ENV.fetch('BENCH_REDMINE'))
Redmine::DefaultData::Loader.load('en')
Setting.rest_api_enabled = '1'
# Mails are off on both sides.
Setting.notified_events = []

# As many as the tracker has; the last one is closed.
statuses = IssueStatus.order(:position).first(5)
tracker = Tracker.order(:position).first
manager = Role.givable.order(:position).first

project = Project.create!(
  name: 'Benchmark', identifier: 'bench', is_public: true, trackers: [tracker], enabled_module_names: ['issue_tracking']
)
users = (0...given['users']).map do |index|
  user = User.new(firstname: 'Person', lastname: "bench #{index}", mail: "bench_#{index}@example.org", language: 'en')
  user.login = "bench_#{index}"
  user.password = user.password_confirmation = SecureRandom.hex(12)
  user.mail_notification = 'none'
  user.save!
  Member.create!(project: project, principal: user, roles: [manager])
  user
end

fields = { platforms: 'list', points: 'int', cost: 'float', due: 'date' }.to_h do |name, format|
  field = IssueCustomField.new(name: name.to_s.capitalize, field_format: format, is_for_all: true, is_filter: true)
  field.trackers = [tracker]
  if format == 'list'
    field.multiple = true
    field.possible_values = given['platforms']
  end
  field.save!
  [name, field.id]
end

sql = ActiveRecord::Base.connection
ids = ->(list) { "(array[#{list.map(&:id).join(',')}])" }
any = ->(list) { "#{ids[list]}[1 + floor(random() * #{list.size})::int]" }
# Ordinary prose; `row` makes it another one for each row.
prose = lambda do |count, row|
  words = "(array[#{given['words'].map { |word| sql.quote(word) }.join(',')}])"
  "(select string_agg(#{words}[1 + floor(random() * #{given['words'].size})::int], ' ') " \
    "from generate_series(1, #{count} + 0 * #{row}))"
end
# The status that an issue has after so many edits.
status = ->(row, edits) { "#{ids[statuses]}[1 + (#{row} + #{edits}) % #{statuses.size}]" }
at = ->(row, edits) { "timestamp '2026-01-01' + (#{row} * 4 + #{edits}) * interval '1 minute'" }
edits = 3

sql.transaction do
  sql.execute("select setseed(0.5)")
  sql.execute(<<~SQL)
    insert into issues (tracker_id, project_id, subject, description, status_id, assigned_to_id, priority_id, author_id,
                        lock_version, created_on, updated_on, done_ratio, root_id, lft, rgt, is_private, start_date, closed_on)
    select #{tracker.id}, #{project.id}, #{prose[6, 'i']}, #{prose[60, 'i']}, #{status['i', edits]}, #{any[users]},
           #{IssuePriority.default.id}, #{any[users]}, #{edits}, #{at['i', 0]}, #{at['i', edits]}, 0, null, 1, 2, false,
           (#{at['i', 0]})::date,
           case when #{status['i', edits]} = #{statuses.last.id} then #{at['i', edits]} end
    from generate_series(0, #{given['issues'] - 1}) i
  SQL
  sql.execute('update issues set root_id = id')
  first = sql.select_value('select min(id) from issues').to_i

  {
    fields[:points] => 'floor(random() * 100)::int::text',
    fields[:cost] => '(floor(random() * 1000) / 4)::text',
    fields[:due] => "(date '2026-01-01' + floor(random() * 365)::int)::text"
  }.each do |field, value|
    sql.execute(<<~SQL)
      insert into custom_values (customized_type, customized_id, custom_field_id, value)
      select 'Issue', id, #{field}, #{value} from issues
    SQL
  end
  given['platforms'].first(2).each do |platform|
    sql.execute(<<~SQL)
      insert into custom_values (customized_type, customized_id, custom_field_id, value)
      select 'Issue', id, #{fields[:platforms]}, #{sql.quote(platform)} from issues
    SQL
  end

  # Each edit: a comment, the status, the points.
  sql.execute(<<~SQL)
    insert into journals (journalized_id, journalized_type, user_id, notes, created_on, private_notes)
    select id, 'Issue', #{any[users]}, #{prose[20, 'id']}, #{at["(id - #{first})", 'edit']}, false
    from issues, generate_series(1, #{edits}) edit order by id, edit
  SQL
  numbered = "(select id, journalized_id - #{first} as i, row_number() over (partition by journalized_id order by id) as edit from journals)"
  sql.execute(<<~SQL)
    insert into journal_details (journal_id, property, prop_key, old_value, value)
    select id, 'attr', 'status_id', (#{status['i', 'edit - 1']})::text, (#{status['i', 'edit']})::text from #{numbered} journal
    union all
    select id, 'cf', '#{fields[:points]}', floor(random() * 100)::int::text, floor(random() * 100)::int::text from #{numbered} journal
  SQL

  # Every third one is related to up to three earlier ones.
  sql.execute(<<~SQL)
    insert into issue_relations (issue_from_id, issue_to_id, relation_type)
    select distinct id, #{first} + floor(random() * (id - #{first}))::int, 'relates'
    from issues, generate_series(1, 3) link
    where (id - #{first}) % 3 = 0 and id > #{first} and random() < 0.67
  SQL
end

File.write(
  given['output'],
  JSON.generate(
    apiKey: users.first.api_key,
    projectId: project.id,
    trackerId: tracker.id,
    firstIssueId: sql.select_value('select min(id) from issues').to_i,
    issues: given['issues'],
    userIds: users.map(&:id),
    statusIds: statuses.map(&:id),
    platforms: given['platforms'],
    fields: fields
  )
)
