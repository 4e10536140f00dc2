"""What is known of incidents with one signature: their record, their members, and the past of a case.

Reads rows and leaves every judgement to ``casebook_analyzer.learning``. May not write.
"""
